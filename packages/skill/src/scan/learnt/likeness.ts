import type { TextFile } from '../package-view.ts'
import { BIAS, PACKAGE_FACTS, PASSAGE_FACTS, PER_LENGTH } from './likeness-weights.ts'
import { type Passage, passagesOf } from './passages.ts'

/** Facts by how much each makes a text read like an attack; below 0 like honest work. */
export type LikenessWeights = ReadonlyMap<string, number>

/** What was learnt from attacks and honest packages. */
export interface LikenessModel {
  readonly passage: LikenessWeights
  readonly package: LikenessWeights
  /** What is taken away for the length of a package: in a long one, some passage looks bad by chance. */
  readonly perLength: number
  /** What is added, so that a score above 0 is for a reviewer. */
  readonly bias: number
}

/** How much a package reads like attacks, and where most. */
export interface Likeness {
  readonly score: number
  readonly passage: Passage
  /** What says most so of the passage, a few words each. */
  readonly telling: readonly string[]
}

const MOST_TELLING = 4

// Read when it is first asked for: most commands scan nothing.
let learnt: LikenessModel | undefined

/** How much a package reads like the attacks that were learnt from. Undefined without words. */
export function likenessOf(files: readonly Pick<TextFile, 'path' | 'text'>[]): Likeness | undefined {
  learnt ??= {
    passage: weightsOf(PASSAGE_FACTS),
    package: weightsOf(PACKAGE_FACTS),
    perLength: PER_LENGTH,
    bias: BIAS,
  }
  const { passage: weights } = learnt
  const passages = passagesOf(files)
  const passage = worstOf(passages, weights)
  if (passage === undefined) return undefined
  const telling = [...passage.facts]
    .toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
    .slice(0, MOST_TELLING)
  return { score: likenessScore(passages, learnt), passage, telling }
}

/** What the worst passage has to say: what says nothing either way is no attack, however short it is. */
const LEAST_SAID = 0.15

/**
 * Above 0 when a package is for a reviewer: by the passage that reads most like an attack and by all of it together, where what
 * honest authors say beside the same deeds counts against it. Neither alone is enough.
 */
export function likenessScore(passages: readonly Passage[], model: LikenessModel): number {
  const worst = worstOf(passages, model.passage)
  const whole = packageScore(passages, model.package)
  const said = worst === undefined ? 0 : passageScore(worst, model.passage)
  if (said < LEAST_SAID || whole <= 0) return Number.NEGATIVE_INFINITY
  return said + whole - model.perLength * lengthOf(passages) + model.bias
}

function worstOf(passages: readonly Passage[], weights: LikenessWeights): Passage | undefined {
  const scores = passages.map((passage) => passageScore(passage, weights))
  return passages[scores.indexOf(scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY))]
}

/** What one passage says; a short one says little. */
export function passageScore({ facts }: Passage, weights: LikenessWeights): number {
  return sumOf(facts, weights)
}

/** What all of a package says. */
export function packageScore(passages: readonly Passage[], weights: LikenessWeights): number {
  const facts = new Set<string>()
  for (const passage of passages) for (const fact of passage.facts) if (weights.has(fact)) facts.add(fact)
  return sumOf(facts, weights) / packageScale(passages)
}

function sumOf(facts: ReadonlySet<string>, weights: LikenessWeights): number {
  let sum = 0
  for (const fact of facts) sum += weights.get(fact) ?? 0
  return sum
}

/** So many words that say nothing either way are thought to stand beside those of a package: a few are no reason. */
const NEUTRAL_WORDS = 50

/** By what the weights of a package are divided. */
export function packageScale(passages: readonly Passage[]): number {
  return Math.sqrt(wordsIn(passages) + NEUTRAL_WORDS)
}

/** Below this no package is taken for shorter. */
const SHORT = 100

/** How long a package is, by the logarithm of its words. */
export function lengthOf(passages: readonly Passage[]): number {
  return Math.log(Math.max(SHORT, wordsIn(passages)))
}

function wordsIn(passages: readonly Passage[]): number {
  return passages.reduce((sum, { size }) => sum + size, 0)
}

function weightsOf(rows: readonly (readonly [weight: number, facts: string])[]): LikenessWeights {
  return new Map(rows.flatMap(([weight, facts]) => facts.split('/').map((fact) => [fact, weight] as const)))
}
