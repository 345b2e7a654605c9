import type { Dictionary } from './dictionary/dictionary.ts'
import type { QueryTerm } from './query-term.ts'

const MOST = 5
const RELATED_WEIGHT = 0.5
// From this likeness on a word counts all that a word can that stands in for another.
const ALIKE = 0.3
const LEAST_LIKENESS = 0.1

/** Terms to search for instead of a word that no document has: words of like meaning that documents have. */
export function synonymsOf(
  dictionary: Dictionary,
  { term, weight }: QueryTerm,
  isKnown: (term: string) => boolean,
): QueryTerm[] {
  return dictionary
    .related(term)
    .filter((other) => other.weight >= LEAST_LIKENESS && isKnown(other.term))
    .slice(0, MOST)
    .map((other) => ({ ...other, weight: weight * RELATED_WEIGHT * Math.min(1, other.weight / ALIKE) }))
}
