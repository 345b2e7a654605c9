import { hash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { formFacts, formOf } from '../packages/index/src/words/message-form.ts'
import { readMessage } from '../packages/index/src/words/read-message.ts'
import { CHAT_MESSAGES, OTHER_MESSAGES } from './chat-messages.ts'
import { type Example, logisticWeights } from './logistic-regression.ts'
import { halfOf, type LabelledSet, librariesOf, retrievalCases } from './retrieval-cases.ts'
import { TALK_MESSAGES } from './talk-messages.ts'
import { TASK_MESSAGES } from './task-messages.ts'
import { type FitLesson, trainFit } from './train-fit.ts'

// Learns from messages what talk looks like, then how sure an answer is, and writes form-weights.ts and fit-weights.ts:
// `node --conditions=@skillwright/source bench/train-form.ts`. Of the messages that things are measured with only the developed half is
// read. What it prints is told apart by weights of four other fifths, and so is the form that the second step knows: what it counts as
// lost and falsely offered is that of messages whose form is new to it. The formatter has the last word: `npx biome check --write`.

const FEWEST = 8
const RIDGE = 3
const FOLDS = 5
const LEAST_WEIGHT = 0.15
// What a group counts at most, in messages: trigger phrases and tools are many.
const MOST_OF_A_GROUP = 3_000
// Libraries in which the fit of a skill is learnt.
const SIZE = 50
const LIBRARIES = 24
const TALKED_WITH = 4
// Written for this, by several authors, and measured with nothing.
const MESSAGES = new URL('messages/', import.meta.url)
const WORDS = new URL('../packages/index/src/words/', import.meta.url)
const SKILLS = new URL('../skills/', import.meta.url)

interface Learnt {
  readonly group: string
  readonly isTalk: boolean
  readonly text: string
  readonly facts: readonly string[]
  readonly fold: number
}

type Weights = ReadonlyMap<string, number>
type Cases = NonNullable<ReturnType<typeof retrievalCases>>

const cases = retrievalCases()
if (cases === undefined) throw new Error('the labelled cases are not there')
const messages = learntMessages(cases)
const others = Array.from({ length: FOLDS }, (_, fold) => rounded(learn(messages.filter((each) => each.fold !== fold))))
const right = new Map<string, { count: number; right: number }>()
for (const { group, facts, isTalk, fold } of messages) {
  const { count, right: before } = right.get(group) ?? { count: 0, right: 0 }
  right.set(group, { count: count + 1, right: before + Number(leaning(others[fold], facts) > 0 === isTalk) })
}
for (const [group, { count, right: told }] of right) console.log(`${group}: ${told} of ${count} told apart`)
writeFileSync(new URL('form-weights.ts', WORDS), written(rounded(learn(messages))))
writeFileSync(new URL('fit-weights.ts', WORDS), trainFit(fitLesson(cases, messages)))

/** Messages of real skills, which are the hardest to keep, and all talk; each with the form that others make of it. */
function fitLesson(cases: Cases, messages: readonly Learnt[]): FitLesson {
  const { real, tools, cross } = cases
  const sentences = [...TASK_MESSAGES].map(([query, id]) => ({ query, relevant: [id] }))
  const developed = (library: LabelledSet) => ({
    ...library,
    queries: library.queries.filter(({ query }) => halfOf(query) === 'developed'),
  })
  const byText = new Map(messages.map((each) => [each.text, each]))
  return {
    tasks: [
      ...librariesOf(real, SIZE, LIBRARIES),
      ...librariesOf({ skills: real.skills, queries: sentences }, SIZE, TALKED_WITH),
    ].map(developed),
    libraries: [real, tools, cross].flatMap((set) => librariesOf(set, SIZE, TALKED_WITH)),
    talk: messages.flatMap(({ isTalk, text }) => (isTalk ? [text] : [])),
    formOf(text) {
      const learnt = byText.get(text)
      if (learnt === undefined) throw new Error(`nothing is learnt from ${text}`)
      return formOf(readMessage(text), leaning(others[learnt.fold], learnt.facts))
    },
  }
}

function learntMessages(cases: Cases): Learnt[] {
  const developed = (all: Iterable<string>) => [...all].filter((message) => halfOf(message) === 'developed')
  const queries = (set: keyof typeof cases) => developed(cases[set].queries.map(({ query }) => query))
  const talk = { chat: developed(CHAT_MESSAGES), other: developed(OTHER_MESSAGES), many: developed(TALK_MESSAGES) }
  const tasks = { real: queries('real'), tools: queries('tools'), cross: queries('cross') }
  const measured = [...CHAT_MESSAGES, ...OTHER_MESSAGES, ...TALK_MESSAGES, ...TASK_MESSAGES.keys()]
  const judged = new Set(
    [...measured.filter((message) => halfOf(message) === 'judged'), ...linesOf('talk-to-judge.txt')].map(bare),
  )
  const fresh = (all: readonly string[]) => all.filter((message) => !judged.has(bare(message)))
  const groups: [group: string, isTalk: boolean, messages: readonly string[]][] = [
    ...Object.entries(talk).map(([group, own]): [string, boolean, string[]] => [group, true, own]),
    ...Object.entries(tasks).map(([group, own]): [string, boolean, string[]] => [group, false, own]),
    ['tasks', false, developed(TASK_MESSAGES.keys())],
    ['talk to learn', true, fresh(linesOf('talk-to-learn.txt'))],
    ['tasks to learn', false, fresh(linesOf('tasks-to-learn.txt'))],
    ['examples', false, exampleMessages()],
  ]
  return groups.flatMap(([group, isTalk, own]) =>
    [...new Set(own)].map((text) => ({
      ...{ group, isTalk, text, facts: [...formFacts(readMessage(text))] },
      fold: Number.parseInt(hash('sha256', text).slice(-4), 16) % FOLDS,
    })),
  )
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, MESSAGES), 'utf8').trim().split('\n')
}

/** What the example skills say that they are asked. */
function exampleMessages(): string[] {
  return globSync('*/tests/triggers.json', { cwd: SKILLS })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(new URL(file, SKILLS), 'utf8')
      const triggers = JSON.parse(text) as readonly { readonly query: string; readonly should_trigger: boolean }[]
      return triggers.filter(({ should_trigger: isAsked }) => isAsked).map(({ query }) => query)
    })
}

function bare(message: string): string {
  return message.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Weights of the facts by logistic regression: each group counts by its size up to a limit, and talk as much as tasks. */
function learn(all: readonly Learnt[]): Weights {
  const sizes = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { group, facts } of all) {
    sizes.set(group, (sizes.get(group) ?? 0) + 1)
    for (const fact of facts) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  }
  const share = ({ group }: Learnt) => Math.min(1, MOST_OF_A_GROUP / (sizes.get(group) ?? 1))
  const sum = (isTalk: boolean) => all.reduce((total, each) => total + (each.isTalk === isTalk ? share(each) : 0), 0)
  const sums = { talk: sum(true), tasks: sum(false) }
  const known = ['', ...[...counts].filter(([, count]) => count >= FEWEST).map(([fact]) => fact)]
  const numbers = new Map(known.map((fact, number) => [fact, number]))
  const examples = all.map((each) => ({
    isYes: each.isTalk,
    ...present([0, ...each.facts.flatMap((fact) => numbers.get(fact) ?? [])]),
    counts: (share(each) / (each.isTalk ? sums.talk : sums.tasks)) * (all.length / 2),
  }))
  const weights = logisticWeights(examples, known.length, RIDGE)
  return new Map(known.map((fact, number) => [fact, weights[number] ?? 0]))
}

function present(facts: readonly number[]): Pick<Example, 'facts' | 'values'> {
  return { facts, values: facts.map(() => 1) }
}

/** To tenths, without what says next to nothing. */
function rounded(weights: Weights): Weights {
  return new Map(
    [...weights]
      .filter(([fact, weight]) => fact === '' || Math.abs(weight) >= LEAST_WEIGHT)
      .map(([fact, weight]) => [fact, Math.round(10 * weight) / 10]),
  )
}

function leaning(weights: Weights | undefined, facts: readonly string[]): number {
  return facts.reduce((sum, fact) => sum + (weights?.get(fact) ?? 0), weights?.get('') ?? 0)
}

function written(weights: Weights): string {
  const factsOf = Map.groupBy(
    [...weights.keys()].filter((fact) => fact !== ''),
    (fact) => weights.get(fact) ?? 0,
  )
  const rows = [...factsOf]
    .sort(([a], [b]) => b - a)
    .map(([weight, facts]) => `  [${weight}, '${facts.sort().join(' ')}'],`)
  return `// Written by bench/train-form.ts: do not edit.

/** How a message leans that has none of these facts. */
export const LEANING_OF_ALL = ${weights.get('') ?? 0}

/** Facts of the form of a message by how far they make it lean: above 0 to talk, below 0 to tasks. */
export const FACTS_BY_WEIGHT: readonly (readonly [weight: number, facts: string])[] = [
${rows.join('\n')}
]
`
}
