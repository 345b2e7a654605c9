import type { Dictionary } from './dictionary/dictionary.ts'
import type { WantedTerm } from './wanted-term.ts'

const T = (globalThis as any).TUNE ?? {}
const RELATED = T.related ?? 0.5
const NEAR = T.near ?? 0.3
const MOST = T.most ?? 5

/** What to search for instead of a word that no document has. */
export function* standIns(
  { term, word, weight, from }: WantedTerm,
  has: (term: string) => boolean,
  dictionary: () => Dictionary,
): Iterable<WantedTerm> {
  if (from !== undefined || !/^[a-z]{3,}$/.test(term)) return
  let count = 0
  for (const other of dictionary().related(term)) {
    if (other.weight < (T.least ?? 0.1)) break
    if (!has(other.term)) continue
    yield { term: other.term, word: other.word, weight: weight * RELATED * Math.min(1, other.weight / NEAR), from: word }
    if (++count === MOST) return
  }
}
