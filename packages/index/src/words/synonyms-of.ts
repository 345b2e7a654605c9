import type { Dictionary } from './dictionary/dictionary.ts'
import type { QueryTerm } from './query-term.ts'

const MOST = 5
const RELATED_WEIGHT = 0.5
// From this similarity on a synonym has its full weight.
const FULL_SIMILARITY = 0.3
const MIN_SIMILARITY = 0.1

/** Synonyms to search for instead of a word that no document has: words of similar meaning that documents have. */
export function synonymsOf(
  dictionary: Dictionary,
  { term, weight }: QueryTerm,
  isKnown: (term: string) => boolean,
): QueryTerm[] {
  return dictionary
    .related(term)
    .filter((other) => other.weight >= MIN_SIMILARITY && isKnown(other.term))
    .slice(0, MOST)
    .map((other) => ({ ...other, weight: weight * RELATED_WEIGHT * Math.min(1, other.weight / FULL_SIMILARITY) }))
}
