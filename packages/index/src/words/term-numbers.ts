import { stemWord } from './stem-word.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Gives each term a number. */
export interface TermNumbers {
  /** Every term, by number. */
  readonly terms: readonly string[]
  /** Number of the term that a word in lower case stands for; -1 for a stop word. */
  ofWord(word: string): number
  /** Number of a term as it is. */
  ofTerm(term: string): number
}

/** Begins numbering terms at 0. Each word is stemmed once. */
export function termNumbers(): TermNumbers {
  const terms: string[] = []
  const numbers = new Map<string, number>()
  const ofWords = new Map<string, number>()
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
  }
}
