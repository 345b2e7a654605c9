import { knownRuns } from './known-runs.ts'
import { pairNumbers } from './pair-numbers.ts'
import { splitRun } from './split-words.ts'
import { stemWord } from './stem-word.ts'
import { STOP_WORDS } from './stop-words.ts'
import { stringCollector } from './string-collector.ts'
import { textOf } from './string-table.ts'
import type { CollectedStrings } from './term-table.ts'
import { markOf } from './word-order.ts'

/** Is told a word by its term, which is -1 for a stop word. A part is that of another word, such as `git` of `GitHub`. */
export type TermVisitor = (term: number, length: number, isPart: boolean) => void

/** Gives each term a number. */
export interface TermNumbers {
  /** Tells the terms of the letters and digits that stand in `text` from `from` to `to`. */
  ofRun(text: Uint16Array, from: number, to: number, visit: TermVisitor): void
  /** Number of the term that is two characters of a text. */
  ofPair(text: Uint16Array, at: number): number
  /** Number of a term as it is. */
  ofTerm(term: string): number
  /** The term with that number. */
  term(number: number): string
  /** The mark of a term by its number. */
  markOf(number: number): number
  /** Every term, by number. */
  terms(): CollectedStrings
}

/** Longer runs are taken apart each time. */
const MAX_RUN = 64

/** The words of a run: the run itself, where it is not too long, and its parts. */
type Word = readonly [term: number, length: number, isPart: boolean]

const NO_WORD: Word = [0, 0, false]
/** That of a stop word. */
const LEAST_TERM = -1

/** Begins numbering terms at 0. Each run of letters is taken apart and stemmed once. */
export function termNumbers(): TermNumbers {
  const terms = stringCollector()
  const words: (readonly Word[])[] = []

  const ofWord = (word: string) => (STOP_WORDS.has(word) ? LEAST_TERM : terms.numberOf(stemWord(word)))
  const wordsOf = (run: string) => {
    const words: Word[] = []
    splitRun(run, (word, isPart) => words.push([ofWord(word), word.length, isPart]))
    return words
  }
  // A run that is one word as it stands is known by its term; what else runs hold stands in `words`, counted from LEAST_TERM down.
  const runs = knownRuns((text, from, to) => {
    const found = wordsOf(textOf(text, from, to))
    const [[term, length, isPart] = NO_WORD] = found
    return found.length === 1 && length === to - from && !isPart ? term : LEAST_TERM - words.push(found)
  })
  return {
    ofRun(text, from, to, visit) {
      const number = to - from > MAX_RUN ? undefined : runs.numberAt(text, from, to)
      if (number !== undefined && number >= LEAST_TERM) return visit(number, to - from, false)
      const found = number === undefined ? wordsOf(textOf(text, from, to)) : (words[LEAST_TERM - number - 1] ?? [])
      for (const [term, length, isPart] of found) visit(term, length, isPart)
    },
    ofPair: pairNumbers(terms.numberAt),
    ofTerm: terms.numberOf,
    term: terms.string,
    markOf: (number) => markOf(terms.hash(number)),
    terms: terms.strings,
  }
}
