import type { QueryTerm } from './query-term.ts'
import type { Message } from './read-message.ts'
import { stemWord } from './stem-word.ts'
import { SMALL_TALK, SMALL_TALK_WEIGHT, STOP_WORDS } from './stop-words.ts'

// `GitHub` is meant as a whole, and only perhaps to be about git.
const PART_WEIGHT = 0.5

/** The terms of the words of a message that are written with spaces, each once. */
export function wordTerms({ tokens }: Pick<Message, 'tokens'>): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  const add = (word: string, weight: number) => {
    if (STOP_WORDS.has(word) || terms.has(word)) return
    terms.set(word, { term: stemWord(word), word, weight: isSmallTalk(word) ? weight * SMALL_TALK_WEIGHT : weight })
  }
  for (const { text, parts, isUnspaced } of tokens) {
    if (isUnspaced) continue
    add(text, 1)
    for (const part of parts) add(part, PART_WEIGHT)
  }
  return [...terms.values()]
}

/** True for a word, in whatever form, that says little; and for small numbers, which stand in any text. */
export function isSmallTalk(word: string): boolean {
  return SMALL_TALK.has(word) || SMALL_STEMS.has(stemWord(word)) || /^\d{1,2}$/.test(word)
}

const SMALL_STEMS: ReadonlySet<string> = new Set(Array.from(SMALL_TALK, stemWord))
