import { BIAS, SIGNS, STRONG, WORDS } from './likeness-weights.ts'
import type { Passage } from './words-of.ts'

/** By how much each word or sign makes a package look like an attack; below 0 like honest work. */
export type Weights = ReadonlyMap<string, number>

/** What was learnt from attacks and from honest packages that need the same powers. */
export interface LikenessModel {
  readonly words: Weights
  readonly signs: Weights
  /** What is added, so that a score above 0 is for a reviewer. */
  readonly bias: number
  /** From this score on it is blocked. */
  readonly strong: number
}

/** What a package is compared by. */
export interface Likened {
  readonly passages: readonly Passage[]
  readonly signs: ReadonlySet<string>
}

/** How much a package looks like an attack. */
export interface Likeness {
  readonly score: number
  /** Hardly any real skill looks as much like one, and what the code does says so too. */
  readonly isStrong: boolean
  /** The passage whose words say most so. */
  readonly passage: Passage
  /** What else of it says so, the most telling first. */
  readonly telling: readonly string[]
}

const MOST_TELLING = 3

// Read when it is first asked for: most commands scan nothing.
let learnt: LikenessModel | undefined

/** How much a package looks like the attacks that were learnt from. Undefined without words. */
export function likenessOf(likened: Likened): Likeness | undefined {
  learnt ??= { words: weightsOf(WORDS), signs: weightsOf(SIGNS), bias: BIAS, strong: STRONG }
  const { words, signs } = learnt
  const { passages } = likened
  const sums = passages.map((passage) => sumOf(new Set(passage.words), words))
  const passage = passages[sums.indexOf(Math.max(...sums))]
  if (passage === undefined) return undefined
  const telling = [...likened.signs]
    .filter((sign) => (signs.get(sign) ?? 0) > 0)
    .toSorted((a, b) => (signs.get(b) ?? 0) - (signs.get(a) ?? 0))
    .slice(0, MOST_TELLING)
  const score = scoreOf(likened, learnt)
  // Words alone are no reason to refuse a package: what everyday life is told in, few skills have been learnt from.
  return { score, isStrong: score >= learnt.strong && sumOf(likened.signs, signs) > 0, passage, telling }
}

/** Above 0 when a package is for a reviewer. */
export function scoreOf({ passages, signs }: Likened, model: LikenessModel): number {
  const words = new Set(passages.flatMap((passage) => passage.words))
  return wordScale(passages) * sumOf(words, model.words) + sumOf(signs, model.signs) + model.bias
}

/** So many words that say nothing either way are thought to stand beside those of a package: a few are no reason. */
const NEUTRAL_WORDS = 400

/** What a word of a package counts: less in a long one, where some look bad by chance. */
export function wordScale(passages: readonly Passage[]): number {
  return 1 / Math.sqrt(passages.reduce((sum, { words }) => sum + words.length, NEUTRAL_WORDS))
}

function sumOf(facts: ReadonlySet<string>, weights: Weights): number {
  let sum = 0
  for (const fact of facts) sum += weights.get(fact) ?? 0
  return sum
}

function weightsOf(rows: readonly (readonly [weight: number, facts: string])[]): Weights {
  return new Map(rows.flatMap(([weight, facts]) => facts.split('/').map((fact) => [fact, weight] as const)))
}
