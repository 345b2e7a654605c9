import type { Dictionary } from './dictionary/dictionary.ts'
import type { Message } from './read-message.ts'
import { standIns } from './stand-ins.ts'
import { stemWord } from './stem-word.ts'
import { SMALL_TALK, STOP_WORDS } from './stop-words.ts'
import type { FoundTerm, TermFinder } from './term-finder.ts'
import { unspacedTerms } from './unspaced-terms.ts'
import type { WantedTerm } from './wanted-term.ts'

/** A term that a message asks for and some document has. */
export interface MessageTerm extends WantedTerm, FoundTerm {
  /** What it adds to a score, at most: how much it says, times what it counts in this message. */
  readonly coefficient: number
}

const T = (globalThis as any).TUNE ?? {}
const SMALL_TALK_WEIGHT = T.small ?? 0.3
const MAX_TERMS = T.maxTerms ?? 64

/** The terms of a message, those that say the most first; and how much the message says, whether or not any document has it. */
export function messageTerms(
  message: Message,
  finder: TermFinder,
  dictionary: () => Dictionary,
): { terms: MessageTerm[]; total: number } {
  const found = new Map<string, MessageTerm>()
  let total = 0
  const put = (wanted: WantedTerm, isUnspaced = false, rarity?: number): boolean => {
    const { term, weight } = wanted
    const known = found.get(term)
    const hit = known ?? finder.find(term)
    if (hit === undefined) return false
    const coefficient = weight * (rarity ?? finder.rarity(hit.frequency, isUnspaced))
    if (known !== undefined && known.coefficient >= coefficient) return true
    found.set(term, { ...wanted, numbers: hit.numbers, frequency: hit.frequency, coefficient })
    return true
  }
  const unmet: WantedTerm[] = []
  for (const wanted of wordTerms(message)) {
    total += wanted.weight * finder.rarity(finder.find(wanted.term)?.frequency ?? 0)
    if (!put(wanted)) unmet.push(wanted)
  }
  const { pairs, groups } = unspacedTerms(message, dictionary)
  for (const pair of pairs) { total += pair.weight * finder.rarity(finder.find(pair.term)?.frequency ?? 0, true); put(pair, true) }
  for (const { word, weight, translations } of groups) {
    const met = translations.map((translation) => ({ ...translation, hit: finder.find(translation.term) })).filter(({ hit }) => hit !== undefined)
    const frequency = met.reduce((sum, { hit, weight }) => sum + (T.gpow === 0 ? 1 : weight) * (hit?.frequency ?? 0), 0)
    for (const { term, word: english, weight: part } of met)
      put({ term, word: english, from: word, weight: weight * (T.gloss ?? 1) * part / Math.max(1, met.reduce((sum, { weight }) => sum + weight, 0)) ** (T.senses ?? 0) * (SMALL_TALK.has(english) ? SMALL_TALK_WEIGHT : 1) }, false, finder.rarity(frequency))
  }
  const has = (term: string) => found.has(term) || finder.find(term) !== undefined
  for (const wanted of unmet) for (const other of standIns(wanted, has, dictionary)) put(other)
  if (finder.unspacedCount > 0 && (T.always || message.runs.length === 0))
    for (const { term, word, weight } of wordTerms(message)) {
      if (weight < 1) continue
      const met: { term: string; word: string; frequency: number; part: number }[] = []
      for (const translation of dictionary().toChinese(term, T.zhTry ?? 60)) {
        const pairs = pairsOf(translation.word).map((pair) => ({ term: pair, frequency: finder.find(pair)?.frequency ?? 0 }))
        if (pairs.length === 0 || pairs.some(({ frequency }) => frequency === 0)) continue
        for (const pair of pairs) met.push({ ...pair, word: translation.word, part: 1 / Math.sqrt(pairs.length) })
        if (met.length >= (T.zhMost ?? 6)) break
      }
      const frequency = met.reduce((sum, { frequency }) => sum + frequency, 0)
      for (const pair of met)
        put({ term: pair.term, word: pair.word, from: word, weight: weight * (T.zh ?? 0.7) * pair.part }, true, finder.rarity(frequency, true))
    }
  const terms = [...found.values()].sort((a, b) => b.coefficient - a.coefficient || (a.term < b.term ? -1 : 1))
  return { terms: terms.slice(0, MAX_TERMS), total }
}

function* wordTerms({ tokens }: Message): Iterable<WantedTerm> {
  const seen = new Set<string>()
  for (const { text, parts, isUnspaced } of tokens) {
    if (isUnspaced) continue
    for (const word of [text, ...parts]) {
      if (seen.has(word) || STOP_WORDS.has(word)) continue
      seen.add(word)
      yield { term: stemWord(word), word, weight: weightOf(word) * (word === text ? 1 : T.part ?? 0.5) }
    }
  }
}

// Small numbers stand in any text.
const SMALL_STEMS = new Set(SMALL_TALK.values().map(stemWord))
const SMALL_NUMBER = /^\d{1,2}$/

function weightOf(word: string): number {
  return SMALL_TALK.has(word) || SMALL_STEMS.has(stemWord(word)) || SMALL_NUMBER.test(word) ? SMALL_TALK_WEIGHT : 1
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
}
