/** A skill that was found by its words. */
export interface WordHit {
  readonly id: string
  readonly score: number
}

/** Skills that were found by meaning, as Vectors.search gives them, by id. */
export interface MeaningHits {
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
 * Joins the two rankings into one. Each is brought to the same scale first: the best is 1, no word in common is 0, and as
 * far away as the average skill is 0. `weight` is the part of the vectors, and with 0, or without vectors, the ranking by
 * words stands as it is, scores and order. Equal scores are ordered by id.
 */
export function fuse<Word extends WordHit>(
  words: readonly Word[],
  { hits, baseline }: MeaningHits,
  { weight = 0.5 }: { readonly weight?: number } = {},
): FusedHit<Word>[] {
  if (weight <= 0 || hits.length === 0)
    return words.map((hit) => ({ id: hit.id, score: hit.score, vectorShare: 0, words: hit }))
  const part = Math.min(1, weight)
  const bestWord = Math.max(0, ...words.map(({ score }) => score))
  const bestMeaning = Math.max(...hits.map(({ score }) => score)) - baseline
  // The words' own scale is kept, so that scores stay comparable with those of a search without vectors.
  const scale = bestWord > 0 ? bestWord : 1

  const fused = new Map<string, FusedHit<Word>>()
  const meanings = new Map(
    hits.map(({ id, score }) => [id, bestMeaning > 0 ? Math.max(0, (score - baseline) / bestMeaning) : 0]),
  )
  const add = (id: string, hit: Word | undefined) => {
    const fromWords = hit === undefined || bestWord === 0 ? 0 : (1 - part) * (hit.score / bestWord)
    const fromVectors = part * (meanings.get(id) ?? 0)
    const sum = fromWords + fromVectors
    if (sum <= 0 && hit === undefined) return
    const vectorShare = sum > 0 ? fromVectors / sum : 0
    fused.set(id, { id, score: scale * sum, vectorShare, ...(hit === undefined ? {} : { words: hit }) })
  }
  for (const hit of words) add(hit.id, hit)
  for (const id of meanings.keys()) if (!fused.has(id)) add(id, undefined)
  return [...fused.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
