import { writeFileSync } from 'node:fs'
import { halfOf } from '../packages/skill/src/scan/fixtures/kinds/kind.ts'
import { likenedBy } from '../packages/skill/src/scan/learnt/judge-likeness.ts'
import {
  type Likened,
  type LikenessModel,
  scoreOf,
  type Weights,
  wordScale,
} from '../packages/skill/src/scan/learnt/likeness.ts'
import { readPackage } from '../packages/skill/src/scan/read-package.ts'
import { type Example, logisticWeights } from './logistic-regression.ts'
import { collectedPackages, honestFixtures, realPackages, writtenPackages } from './scan-corpus.ts'

// Learns from packages of several authors what tells attacks from honest skills that need the same powers, and writes likeness-weights.ts:
// `node --conditions=@skillwright/source bench/train-likeness.ts [folder]`, then `npm run format`. Words and signs are learnt apart and added, so
// that the many words do not outweigh the few signs. Attacks and honest packages are of the same authors, so that it is not their style that counts.
// Real skills count a little, and half of those that are read only set the bounds; the judged half is not read. A folder holds whole real skills, a
// folder each (the weights here were learnt beside 2,615 of a public registry): single texts alone make every script look like an attack. With
// --by-author it first prints how packages of each author fare by what was learnt from the others.

/** What is learnt is known from so many packages of so many authors. */
const FEWEST_PACKAGES = 5
const FEWEST_AUTHORS = 3
const REAL_COUNTS = 0.1
/** The price of a large weight. */
const WORD_RIDGE = 0.02
const SIGN_RIDGE = 5
/** Which share of the real skills is for a reviewer, and which is so near to attacks that it is blocked. */
const MOST_REVIEWED = 0.02
const MOST_BLOCKED = 0.001
/** Smaller weights make no difference. */
const LEAST_WORD = 1
const LEAST_SIGN = 0.05
const WEIGHTS = new URL('../packages/skill/src/scan/learnt/likeness-weights.ts', import.meta.url)

interface Learnt extends Likened {
  readonly author: string
  readonly isAttack: boolean
  readonly counts: number
}

const labelled: Learnt[] = []
for (const { files, ...known } of [...writtenPackages('learn'), ...honestFixtures()])
  labelled.push({ ...known, counts: 1, ...(await likened(files)) })
const real: Learnt[] = []
const threshold: Learnt[] = []
for await (const files of realToLearn()) {
  const half = real.length > threshold.length ? threshold : real
  half.push({ author: 'real', isAttack: false, counts: REAL_COUNTS, ...(await likened(files)) })
}
if (real.length === 0) throw new Error('the labelled cases are not there')

for (const author of process.argv.includes('--by-author') ? new Set(labelled.map((one) => one.author)) : []) {
  const model = learn(labelled.filter((one) => one.author !== author))
  const own = labelled.filter((one) => one.author === author)
  const share = (isAttack: boolean) => {
    const all = own.filter((one) => one.isAttack === isAttack)
    return `${Math.round((100 * all.filter((one) => scoreOf(one, model) > 0).length) / all.length)} % of ${all.length}`
  }
  console.log(`${author}, learnt from the others: attacks ${share(true)}, honest ${share(false)}`)
}
writeFileSync(WEIGHTS, written(learn(labelled)))

/** The tuned half of the real skills, and the packages of a folder that is named. */
async function* realToLearn(): AsyncGenerator<ReadonlyMap<string, Uint8Array>> {
  for await (const { id, files } of realPackages()) if (halfOf(id) === 'tuned') yield files
  const [dir] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  if (dir !== undefined) for await (const { files } of collectedPackages(dir)) yield files
}

async function likened(files: ReadonlyMap<string, Uint8Array>): Promise<Likened> {
  const { view, trace, purpose } = await readPackage(files)
  return likenedBy(view.files, trace.facts, purpose)
}

function learn(packages: readonly Learnt[]): LikenessModel {
  const words = learnFacts(packages, wordsOf, ({ passages }) => wordScale(passages), WORD_RIDGE, LEAST_WORD)
  const signs = learnFacts(
    packages,
    ({ signs }) => signs,
    () => 1,
    SIGN_RIDGE,
    LEAST_SIGN,
  )
  const model = { words, signs, bias: 0, strong: 0 }
  const scores = threshold.map((one) => scoreOf(one, model)).sort((a, b) => b - a)
  const atShare = (share: number) => scores[Math.floor(share * scores.length)] ?? 0
  const least = atShare(MOST_REVIEWED)
  return { ...model, bias: -least, strong: atShare(MOST_BLOCKED) - least }
}

function wordsOf({ passages }: Likened): Set<string> {
  return new Set(passages.flatMap(({ words }) => words))
}

/** The weights of the facts that enough packages of enough authors have, by what they say alone. */
function learnFacts(
  packages: readonly Learnt[],
  factsOf: (one: Likened) => ReadonlySet<string>,
  scaleOf: (one: Likened) => number,
  ridge: number,
  least: number,
): Weights {
  const numbers = factNumbers(packages, factsOf)
  const examples = [...packages, ...real].map((one): Example => {
    const known = [...factsOf(one)].flatMap((fact) => numbers.get(fact) ?? [])
    return {
      facts: [0, ...known],
      values: [1, ...known.map(() => scaleOf(one))],
      isYes: one.isAttack,
      counts: one.counts,
    }
  })
  const weights = logisticWeights(examples, numbers.size + 1, ridge)
  const rounded = [...numbers].map(([fact, number]): [string, number] => [fact, rounded2(weights[number] ?? 0)])
  return new Map(rounded.filter(([, weight]) => Math.abs(weight) >= least))
}

/** The facts that are learnt, by number from 1 on. */
function factNumbers(packages: readonly Learnt[], factsOf: (one: Likened) => ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, { packages: number; authors: Set<string> }>()
  for (const one of packages)
    for (const fact of factsOf(one)) {
      const count = counts.get(fact) ?? { packages: 0, authors: new Set() }
      count.packages++
      count.authors.add(one.author)
      counts.set(fact, count)
    }
  const known = [...counts].filter(
    ([, count]) => count.packages >= FEWEST_PACKAGES && count.authors.size >= FEWEST_AUTHORS,
  )
  return new Map(
    known
      .map(([fact]) => fact)
      .sort()
      .map((fact, at) => [fact, at + 1]),
  )
}

/** Two digits that count. */
function rounded2(weight: number): number {
  return Number(weight.toPrecision(2))
}

function written({ words, signs, bias, strong }: LikenessModel): string {
  return `// Written by bench/train-likeness.ts: do not edit.

/** Words by how much each makes a package look like an attack. */
export const WORDS: readonly (readonly [weight: number, words: string])[] = [
${rows(words)}
]

/** What the code of a package does, likewise. */
export const SIGNS: readonly (readonly [weight: number, signs: string])[] = [
${rows(signs)}
]

/** What is added, so that a score above 0 is for a reviewer. */
export const BIAS = ${rounded2(bias)}

/** From this score on it is blocked. */
export const STRONG = ${rounded2(strong)}
`
}

function rows(weights: Weights): string {
  const groups = Map.groupBy([...weights.keys()].sort(), (fact) => weights.get(fact) ?? 0)
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([weight, facts]) => `  [${weight}, '${facts.join('/')}'],`)
    .join('\n')
}
