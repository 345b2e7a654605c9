/** The least score of a skill that is offered for a message: below it, it is more likely that nothing fits. Measured, see docs/quality.md. */
export const MIN_SCORE = 0.13

/** The least share of the best score of a skill that is offered beside the best one. */
export const MIN_SHARE = 0.35

/** Of skills with scores, the best first, those that are offered. */
export function offered<Hit extends { readonly score: number }>(
  hits: readonly Hit[],
  { minScore = MIN_SCORE, minShare = MIN_SHARE }: { readonly minScore?: number; readonly minShare?: number } = {},
): Hit[] {
  const least = Math.max(minScore, minShare * (hits[0]?.score ?? 0))
  return hits.filter(({ score }) => score >= least)
}
