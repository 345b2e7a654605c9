/** A skill that was found by its words. */
export interface WordHit {
  readonly id: string
  readonly score: number
}

/** Skills that were found by meaning, as Vectors.search gives them, by id. */
export interface SemanticHits {
  readonly hits: readonly { readonly id: string; readonly score: number }[]
  /** The score of a skill that has nothing to do with the message. */
  readonly baseline: number
}

/** A skill found by words, by meaning, or by both. */
export interface FusedHit<Word extends WordHit = WordHit> {
  readonly id: string
  readonly score: number
  /** From 0 to 1: how much of the score came from the vectors. */
  readonly vectorShare: number
  /** What the words found; absent when only the vectors did. */
  readonly words?: Word
}

/**
 * Joins the two rankings into one. For the order each is brought to the same scale first: the best is 1, no word in common
 * is 0, and as far away as the average skill is 0. `weight` is the part of the vectors, and with 0, or without vectors, the
 * ranking by words stands as it is, scores and order. The best score is what the stronger of the two says about it: a
 * message that nothing fits has a low one. Equal scores are ordered by id.
 */
export function fuse<Word extends WordHit>(
  words: readonly Word[],
  { hits, baseline }: SemanticHits,
  { weight = 0.3 }: { readonly weight?: number } = {},
): FusedHit<Word>[] {
  if (weight <= 0 || hits.length === 0)
    return words.map((hit) => ({ id: hit.id, score: hit.score, vectorShare: 0, words: hit }))
  const part = Math.min(1, weight)
  const bestWord = best(words)
  const span = best(hits) - baseline
  const meanings = new Map(hits.map(({ id, score }) => [id, span > 0 ? Math.max(0, (score - baseline) / span) : 0]))
  const wordOf = new Map(words.map((hit) => [hit.id, hit]))
  const fused: FusedHit<Word>[] = []
  for (const id of new Set([...wordOf.keys(), ...meanings.keys()])) {
    const hit = wordOf.get(id)
    const fromWords = bestWord > 0 ? (1 - part) * ((hit?.score ?? 0) / bestWord) : 0
    const fromVectors = part * (meanings.get(id) ?? 0)
    if (hit === undefined && fromVectors === 0) continue
    fused.push({
      id,
      score: fromWords + fromVectors,
      vectorShare: fromVectors === 0 ? 0 : fromVectors / (fromVectors + Math.max(0, fromWords)),
      ...(hit === undefined ? {} : { words: hit }),
    })
  }
  const most = best(fused)
  // How far the best stands out from the average, on the way to being the same text.
  const meaning = baseline < 1 ? Math.min(1, Math.max(0, span / (1 - baseline))) : 0
  const scale = most > 0 ? Math.max(part < 1 ? bestWord : 0, meaning) / most : 0
  return fused
    .map((hit) => ({ ...hit, score: hit.score * scale }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

function best(hits: readonly { readonly score: number }[]): number {
  return hits.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY)
}
