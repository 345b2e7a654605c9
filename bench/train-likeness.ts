import { writeFileSync } from 'node:fs'
import { halfOf } from '../packages/skill/src/scan/fixtures/kinds/kind.ts'
import {
  type LikenessModel,
  type LikenessWeights,
  lengthOf,
  likenessScore,
  packageScale,
  packageScore,
  passageScore,
} from '../packages/skill/src/scan/learnt/likeness.ts'
import { type Passage, passagesOf } from '../packages/skill/src/scan/learnt/passages.ts'
import { viewPackage } from '../packages/skill/src/scan/package-view.ts'
import { type Example, logisticWeights } from './logistic-regression.ts'
import { honestFixtures, realPackages, writtenPackages } from './scan-corpus.ts'

// Learns from packages of several authors what attacks read like, and writes likeness-weights.ts:
// `node --conditions=@skillwright/source bench/train-likeness.ts`. Of each attack only the passage that looks worst is learnt as one, of
// honest packages and real skills all are learnt as none; of whole packages attacks against honest ones of the same authors, so that
// it is not their style that counts. With --by-author it first prints how packages of each author fare by what was learnt from the others.
// Of the real skills only the tuned half is read.

/** A fact that fewer packages have is not learnt. */
const FEWEST = 4
/** Which share of the real skills is for a reviewer. */
const MOST_REAL = 0.02
/** The real skills that are learnt from: one in so many of the tuned half. The others set the threshold. */
const REAL_LEARNT = 4
/** A test's package: most of its text is the same in all. */
const FIXTURE_COUNTS = Number(process.env.FXC ?? 0.3)
const REAL_COUNTS = 1.5
const ROUNDS = 4
// As for packages, so that the price of a weight is about the same; a passage has so many words.
const PASSAGE_SCALE = Math.sqrt(50)
const PASSAGE_RIDGE = 0.1
const PACKAGE_RIDGE = 0.03
/** How much the worst passage counts beside all of the package. */
const PASSAGE_SHARE = 0.5
const LENGTH_WEIGHTS = Array.from({ length: 21 }, (_, i) => i / 50)
const LEAST_WEIGHT = 0.05
const WEIGHTS = new URL('../packages/skill/src/scan/learnt/likeness-weights.ts', import.meta.url)

interface Learnt {
  readonly author: string
  readonly isAttack: boolean
  readonly counts: number
  readonly passages: readonly Passage[]
}

const labelled = [
  ...writtenPackages('learn').map((one) => ({ ...one, counts: 1 })),
  ...honestFixtures().map((one) => ({ ...one, counts: FIXTURE_COUNTS })),
]
  .map(({ files, ...known }): Learnt => ({ ...known, passages: read(files) }))
  .filter(({ passages }) => passages.length > 0)
const real: Learnt[] = []
const threshold: Learnt[] = []
let seen = 0
for await (const { id, files } of realPackages()) {
  if (halfOf(id) !== 'tuned') continue
  const one = { author: 'real', isAttack: false, counts: REAL_COUNTS, passages: read(files) }
  if (seen++ % REAL_LEARNT === 0) real.push(one)
  else threshold.push(one)
}
if (seen === 0) throw new Error('the labelled cases are not there')

for (const author of process.argv.includes('--by-author') ? new Set(labelled.map((one) => one.author)) : []) {
  const model = learn(labelled.filter((one) => one.author !== author))
  const own = labelled.filter((one) => one.author === author)
  const share = (isAttack: boolean) => {
    const all = own.filter((one) => one.isAttack === isAttack)
    return `${Math.round((100 * all.filter((one) => likenessScore(one.passages, model) > 0).length) / all.length)} % of ${all.length}`
  }
  console.log(`${author}, learnt from the others: attacks ${share(true)}, honest ${share(false)}`)
}
writeFileSync(WEIGHTS, written(learn(labelled)))

function read(files: ReadonlyMap<string, Uint8Array>): Passage[] {
  return passagesOf(viewPackage(files).files)
}

function learn(packages: readonly Learnt[]): LikenessModel {
  const numbers = factNumbers(packages)
  const passage = spread(PASSAGE_SHARE, learnPassages(packages, numbers), packages, (one, weights) =>
    Math.max(...one.passages.map((each) => passageScore(each, weights))),
  )
  const whole = spread(1, learnPackages(packages, numbers), packages, (one, weights) =>
    packageScore(one.passages, weights),
  )
  const models = LENGTH_WEIGHTS.map((perLength) => withThreshold({ passage, package: whole, perLength, bias: 0 }))
  return models.reduce((best, model) => (unevenness(model) < unevenness(best) ? model : best))
}

/** So many of the real skills are above it. */
function withThreshold(model: LikenessModel): LikenessModel {
  const scores = threshold.map((one) => likenessScore(one.passages, model)).sort((a, b) => b - a)
  return { ...model, bias: -(scores[Math.floor(MOST_REAL * scores.length)] ?? 0) }
}

/** How much more often short real skills are above the threshold than long ones, or the other way round. */
function unevenness(model: LikenessModel): number {
  const byLength = threshold.toSorted((a, b) => lengthOf(a.passages) - lengthOf(b.passages))
  const above = byLength.map((one) => likenessScore(one.passages, model) > 0)
  const half = Math.floor(above.length / 2)
  const count = (some: readonly boolean[]) => some.filter(Boolean).length
  return Math.abs(count(above.slice(0, half)) - count(above.slice(half)))
}

/** The facts that are learnt, by number from 1 on. */
function factNumbers(packages: readonly Learnt[]): ReadonlyMap<string, number> {
  const known = [...countFacts(packages)].filter(([, count]) => count >= FEWEST).map(([fact]) => fact)
  return new Map(known.sort().map((fact, at) => [fact, at + 1]))
}

/** In how many packages each fact is. */
function countFacts(packages: readonly Pick<Learnt, 'passages'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { passages } of packages)
    for (const fact of factsOf(passages)) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  return counts
}

function factsOf(passages: readonly Passage[]): Set<string> {
  return new Set(passages.flatMap(({ facts }) => [...facts]))
}

function exampleOf(
  facts: ReadonlySet<string>,
  scale: number,
  numbers: ReadonlyMap<string, number>,
): Pick<Example, 'facts' | 'values'> {
  const known = Uint32Array.from([0, ...[...facts].flatMap((fact) => numbers.get(fact) ?? [])])
  const values = new Float32Array(known.length).fill(1 / scale)
  values[0] = 1
  return { facts: known, values }
}

/** What passages of attacks read like: at first all of them, then of each attack the one that looks worst so far. */
function learnPassages(packages: readonly Learnt[], numbers: ReadonlyMap<string, number>): LikenessWeights {
  const all = [...packages, ...real].flatMap((owner) =>
    owner.passages.map(({ facts }) => ({ owner, ...exampleOf(facts, PASSAGE_SCALE, numbers) })),
  )
  const ofAttack = Map.groupBy(
    all.filter(({ owner }) => owner.isAttack),
    ({ owner }) => owner,
  )
  const harmless = all.filter(({ owner }) => !owner.isAttack)
  let worst = [...ofAttack.values()].flat()
  let weights: Float64Array = new Float64Array(numbers.size + 1)
  for (let round = 0; round < ROUNDS; round++) {
    const sum = (some: typeof all) => some.reduce((total, { owner }) => total + owner.counts, 0)
    const more = (0.5 * sum(harmless)) / sum(worst)
    const examples = [
      ...harmless.map((one) => ({ ...one, isYes: false, counts: one.owner.counts })),
      ...worst.map((one) => ({ ...one, isYes: true, counts: more * one.owner.counts })),
    ]
    weights = logisticWeights(examples, numbers.size + 1, PASSAGE_RIDGE)
    worst = [...ofAttack.values()].flatMap((own) => {
      const scores = own.map((one) => dot(one, weights))
      return own[scores.indexOf(Math.max(...scores))] ?? []
    })
  }
  return named(weights, numbers)
}

function dot({ facts, values }: Pick<Example, 'facts' | 'values'>, weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < facts.length; i++) sum += (values[i] ?? 0) * (weights[facts[i] ?? 0] ?? 0)
  return sum
}

/** What tells attacks from honest packages of the same authors. */
function learnPackages(packages: readonly Learnt[], numbers: ReadonlyMap<string, number>): LikenessWeights {
  const examples = packages.map(({ passages, isAttack, counts }) => ({
    ...exampleOf(factsOf(passages), packageScale(passages), numbers),
    isYes: isAttack,
    counts,
  }))
  return named(logisticWeights(examples, numbers.size + 1, PACKAGE_RIDGE), numbers)
}

function named(weights: Float64Array, numbers: ReadonlyMap<string, number>): LikenessWeights {
  return new Map([...numbers].map(([fact, number]) => [fact, weights[number] ?? 0]))
}

/** Weights by which the scores of the written packages are spread so far; rounded. */
function spread(
  share: number,
  weights: LikenessWeights,
  packages: readonly Learnt[],
  scoreBy: (one: Learnt, weights: LikenessWeights) => number,
): LikenessWeights {
  const scores = packages.filter(({ author }) => author !== 'fixtures').map((one) => scoreBy(one, weights))
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length)
  return new Map(
    [...weights].flatMap(([fact, weight]): [string, number][] => {
      const rounded = Math.round((100 * share * weight) / deviation) / 100
      return Math.abs(rounded) < LEAST_WEIGHT ? [] : [[fact, rounded]]
    }),
  )
}

function written({ passage, package: whole, perLength, bias }: LikenessModel): string {
  return `// Written by bench/train-likeness.ts: do not edit.

/** Facts of a passage by how much they make it read like an attack. */
export const PASSAGE_FACTS: readonly (readonly [weight: number, facts: string])[] = [
${rows(passage)}
]

/** Facts of a whole package, likewise. */
export const PACKAGE_FACTS: readonly (readonly [weight: number, facts: string])[] = [
${rows(whole)}
]

/** How much is taken away for the length of a package. */
export const PER_LENGTH = ${perLength}

/** What is added, so that a score above 0 is for a reviewer. */
export const BIAS = ${Math.round(100 * bias) / 100}
`
}

function rows(weights: LikenessWeights): string {
  const groups = Map.groupBy([...weights.keys()].sort(), (fact) => weights.get(fact) ?? 0)
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([weight, facts]) => `  [${weight}, '${facts.join('/')}'],`)
    .join('\n')
}
