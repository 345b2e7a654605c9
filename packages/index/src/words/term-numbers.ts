import { stemWord } from './stem-word.ts'
import { STOP_WORDS } from './stop-words.ts'
import { markOf } from './word-order.ts'

/** Gives each term a number. */
export interface TermNumbers {
  /** Every term, by number. */
  readonly terms: readonly string[]
  /** Number of the term that a word in lower case stands for; -1 for a stop word. */
  ofWord(word: string): number
  /** Number of a term as it is. */
  ofTerm(term: string): number
  /** Number of the term that is two characters of a text. */
  ofPair(text: string, at: number): number
  /** The mark of a term by its number. */
  markOf(number: number): number
}

/** Begins numbering terms at 0. Each word is stemmed once. */
export function termNumbers(): TermNumbers {
  const terms: string[] = []
  const numbers = new Map<string, number>()
  const ofWords = new Map<string, number>()
  const pairs: (Map<number, number> | undefined)[] = []
  const marks: number[] = []
  const ofTerm = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, terms.length)
    return terms.push(term) - 1
  }
  return {
    terms,
    ofWord(word) {
      const known = ofWords.get(word)
      if (known !== undefined) return known
      const number = STOP_WORDS.has(word) ? -1 : ofTerm(stemWord(word))
      ofWords.set(word, number)
      return number
    },
    ofTerm,
    ofPair(text, at) {
      const first = text.charCodeAt(at)
      const second = text.charCodeAt(at + 1)
      // Chinese is most of the work of a build, and this is the quick way to look its pairs up.
      const row = pairs[first] ?? new Map<number, number>()
      pairs[first] = row
      const known = row.get(second)
      if (known !== undefined) return known
      const number = ofTerm(text.slice(at, at + 2))
      row.set(second, number)
      return number
    },
    markOf(number) {
      const mark = marks[number] ?? markOf(terms[number] ?? '')
      marks[number] = mark
      return mark
    },
  }
}
