import { triggerLists } from '@skillwright/skill'
import { MIN_SCORE } from '../packages/index/src/offer.ts'
import { openDictionary } from '../packages/index/src/words/dictionary/open-dictionary.ts'
import { evidenceOf } from '../packages/index/src/words/evidence-of.ts'
import { factsOfFit, fitFrom, isNamed, saidOf, UNNAMED } from '../packages/index/src/words/fit-of.ts'
import { lengthNorms } from '../packages/index/src/words/length-norms.ts'
import type { MessageForm } from '../packages/index/src/words/message-form.ts'
import { rankMessage } from '../packages/index/src/words/rank-message.ts'
import { readMessage } from '../packages/index/src/words/read-message.ts'
import { segmentSet } from '../packages/index/src/words/segment-set.ts'
import { logisticWeights } from './logistic-regression.ts'
import type { LabelledSet } from './retrieval-cases.ts'

/** What the fit of a skill is learnt from. */
export interface FitLesson {
  /** Tasks with their skills. */
  readonly tasks: readonly LabelledSet[]
  /** Libraries in which talk is answered. */
  readonly libraries: readonly LabelledSet[]
  readonly talk: readonly string[]
  readonly formOf: (message: string) => MessageForm
}

/** What the best answer has of a message. */
interface Answer {
  readonly isRight: boolean
  /** The logarithm of how much it answers. */
  readonly said: number
  readonly facts: readonly number[]
}

const MOST_OFFERED = 3
const RIDGE = 1
// How many answers each of the two kinds counts as.
const COUNTS = 1_000
// The share of right answers that the least score may lose; what has too little in common is lost beside.
const MOST_LOST = 0.037

/** Learns how much surer each fact makes an answer, and from how much on it is offered, and writes both as a module. */
export function trainFit({ tasks, libraries, talk, formOf }: FitLesson): string {
  const right = tasks.flatMap((library) => {
    const ask = asked(library, formOf)
    return library.queries.flatMap(({ query, relevant }) => ask(query, true, (id) => relevant.includes(id)))
  })
  const wrong = libraries.flatMap((library) => {
    const ask = asked(library, formOf)
    return talk.flatMap((message) => ask(message, false, () => true))
  })
  const examples = [...right, ...wrong].map(({ isRight, said, facts }) => ({
    facts: [0, 1, ...facts.map((_, number) => number + 2)],
    values: [1, said, ...facts],
    isYes: isRight,
    counts: COUNTS / (isRight ? right : wrong).length,
  }))
  const [, perSaid = 1, ...learnt] = logisticWeights(examples, examples[0]?.facts.length ?? 0, RIDGE)
  // In what the logarithm of an answer weighs, so that they multiply it.
  const weights = learnt.map((weight) => Math.round((100 * weight) / perSaid) / 100)
  const sureness = ({ said, facts }: Answer) => facts.reduce((sum, fact, at) => sum + fact * (weights[at] ?? 0), said)
  const sure = right.map(sureness).sort((a, b) => a - b)
  const least = Math.exp(sure[Math.floor(MOST_LOST * sure.length)] ?? 0)
  const half = Math.round((10 * least * (UNNAMED - MIN_SCORE)) / MIN_SCORE) / 10
  const isOffered = (answer: Answer) => fitFrom(Math.exp(answer.said), Math.exp(sureness(answer)), half) >= MIN_SCORE
  const [kept, offered] = [right.filter(isOffered).length, wrong.filter(isOffered).length]
  console.log(`${right.length - kept} of ${right.length} right answers lost`)
  console.log(`offered for ${offered} of ${libraries.length * talk.length} messages that need no skill`)
  return `// Written by bench/train-form.ts: do not edit.

/** How much surer each fact of \`factsOfFit\` makes an answer, as the power of e by which it is multiplied. */
export const FIT_WEIGHTS: readonly number[] = [${weights.join(', ')}]

/** Where an answer times that is so much, it is as likely as not that a skill is wanted. */
export const HALF = ${half}
`
}

/** Asks a library: what an answer has of a message that is not named by it. */
function asked({ skills }: LabelledSet, formOf: FitLesson['formOf']) {
  const set = segmentSet()
  for (const skill of skills) set.add({ ...triggerLists(skill.body ?? ''), ...skill })
  const segments = set.segments()
  const searched = { segments, norms: lengthNorms()(segments), dictionary: openDictionary() }
  return (text: string, isRight: boolean, isAnswer: (id: string) => boolean): Answer[] => {
    const { ranked, ranking } = rankMessage(readMessage(text), searched, { most: MOST_OFFERED, passes: () => true })
    const hit = ranked.find(({ id }) => isAnswer(id))
    if (hit === undefined) return []
    const evidence = evidenceOf(hit, ranking)
    if (isNamed(evidence)) return []
    return [{ isRight, said: Math.log(saidOf(evidence)), facts: factsOfFit(evidence, formOf(text)) }]
  }
}
