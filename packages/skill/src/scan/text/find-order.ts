import { ORDER_LANGUAGES, type OrderPart } from './order-words.ts'

/** Where a sentence says something, and in which language. */
export interface FoundOrder {
  readonly language: string
  /** Where its first part stands: the verb, when that is asked for first. */
  readonly index: number
  readonly text: string
}

/** Finds the parts of an order in a sentence, all in one language; undefined when one of them is missing. */
export function findOrder(sentence: string, ...parts: Parts): FoundOrder | undefined {
  return findIn(LANGUAGES, sentence, parts)
}

/** The same in the languages that have no phrases of their own. */
export function findOtherOrder(sentence: string, ...parts: Parts): FoundOrder | undefined {
  return findIn(OTHERS, sentence, parts)
}

/** True when a text may be in a language that has no phrases of its own. */
export function isOtherLanguage(text: string): boolean {
  return OTHER_MARK.test(text)
}

/** True when a text is in a language that has phrases of its own, or too short to be in any. */
export function isUnderstood(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]{2,}/gu) ?? []
  return words.length < 4 || LANGUAGES.some(({ language, mark }) => PHRASED.has(language) && mark.test(text))
}

type Parts = readonly [OrderPart, ...OrderPart[]]

function findIn(languages: readonly Compiled[], sentence: string, parts: Parts): FoundOrder | undefined {
  for (const { language, mark, pattern } of languages) {
    if (!mark.test(sentence)) continue
    const first = pattern(parts[0]).exec(sentence)
    if (first !== null && parts.every((part) => pattern(part).test(sentence)))
      return { language, index: first.index, text: first[0] }
  }
  return undefined
}

/** True when the clause around a place forbids what is said there, in the language that it is said in. */
export function isForbiddenOrder(sentence: string, { language, index }: FoundOrder): boolean {
  const known = LANGUAGES.find((each) => each.language === language)
  if (known === undefined) return false
  const breaks = [...sentence.matchAll(known.clauses())].map((match) => match.index)
  const start = breaks.findLast((at) => at < index) ?? 0
  const end = breaks.find((at) => at > index) ?? sentence.length
  return known.pattern('not').test(sentence.slice(start, end))
}

/** True when what is found is just what is left out: "without a password". */
export function isLeftOut(sentence: string, { language, index }: FoundOrder): boolean {
  const known = LANGUAGES.find((each) => each.language === language)
  return known?.pattern('without').test(sentence.slice(Math.max(0, index - NEAR), index)) ?? false
}

/** Letters between "without" and what is left out. */
const NEAR = 24

interface Compiled {
  readonly language: string
  readonly mark: RegExp
  /** What says a part, made when it is first asked for: few texts are in more than one of the languages. */
  pattern(part: OrderPart): RegExp
  /** Where one clause ends and the next begins. */
  clauses(): RegExp
}

const LANGUAGES: readonly Compiled[] = Object.entries(ORDER_LANGUAGES).map(
  ([language, { mark, hasSpaces, words }]): Compiled => {
    const patterns = new Map<OrderPart, RegExp>()
    const sourceOf = (part: OrderPart): string =>
      words[part]
        .split(' ')
        .map((word) => wordSource(word, hasSpaces))
        .join('|')
    return {
      language,
      mark,
      clauses: () => new RegExp(`[,;:،؛、，；：]|${sourceOf('and')}`, 'giu'),
      pattern: (part) => {
        const made = patterns.get(part) ?? new RegExp(sourceOf(part), 'iu')
        patterns.set(part, made)
        return made
      },
    }
  },
)

/** English and Chinese have phrases that say the same more closely. */
export const PHRASED: ReadonlySet<string> = new Set(['en', 'zh'])

const OTHERS = LANGUAGES.filter(({ language }) => !PHRASED.has(language))
const OTHER_MARK = new RegExp(OTHERS.map(({ mark }) => mark.source).join('|'), 'i')

function wordSource(word: string, hasSpaces: boolean): string {
  const isWhole = word.endsWith('.')
  const text = (isWhole ? word.slice(0, -1) : word).replaceAll('_', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${hasSpaces ? '(?<!\\p{L})' : ''}${text}${isWhole ? '(?!\\p{L})' : ''}`
}
