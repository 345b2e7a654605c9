import { SkillError } from '@skillwright/contract'
import { MIN_SCORE, MIN_SHARE, offered } from '../offer.ts'
import { createPairs } from './confused-pairs.ts'
import type { RankedSkill, TestedSkill } from './tested-skill.ts'
import type { SkillTriggers, TriggerCounts, TriggerReport, WrongTrigger } from './trigger-report.ts'

/** Finds skills for a message, as the index does. */
export type FindSkills = (
  message: string,
  options: { readonly topK: number; readonly minScore: 0; readonly minShare: 0; readonly signal?: AbortSignal },
) => Promise<readonly RankedSkill[]> | readonly RankedSkill[]

/** Options of testTriggers. */
export interface TestTriggersOptions {
  /** A skill is offered when it is among so many first results … */
  readonly topK?: number
  /** … with at least this score … */
  readonly minScore?: number
  /** … and at least this share of the best one's. */
  readonly minShare?: number
  /** A skill triggers when its score is within this share below the best one's; so near, a rival is as good as above it. */
  readonly margin?: number
  /** Two skills are near when the description of one finds the other with at least this share of its own score. */
  readonly nearShare?: number
  /** At most so many skills are looked for by their description. */
  readonly maxDescriptions?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, of: number) => void
}

/** Results asked for beyond topK, so that a miss can say where the skill was. */
const MORE = 20
const MAX_DESCRIPTION = 500
const NEIGHBOURS = 6

/** Asks for every message of every skill's tests and reports recall, false triggers and skills that are easily confused. */
export async function testTriggers(
  find: FindSkills,
  skills: readonly TestedSkill[],
  {
    topK = 3,
    minScore = MIN_SCORE,
    minShare = MIN_SHARE,
    margin = 0.1,
    nearShare = 0.8,
    maxDescriptions = 2_000,
    signal,
    onProgress,
  }: TestTriggersOptions = {},
): Promise<TriggerReport> {
  const byId = skills.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const tested = byId.filter(({ triggers }) => triggers.length > 0)
  const described = byId.filter(({ description = '' }) => description.trim() !== '')
  const checked = described.slice(0, maxDescriptions)
  const pairs = createPairs(skills, { margin, nearShare })
  const of = tested.reduce((sum, { triggers }) => sum + triggers.length, checked.length)
  let done = 0
  const ask = async (message: string, count: number) => {
    if (signal?.aborted) throw new SkillError('CANCELLED', 'The trigger tests were cancelled')
    const options = { topK: count, minScore: 0, minShare: 0 } as const
    const found = await find(message, { ...options, ...(signal === undefined ? {} : { signal }) })
    onProgress?.(++done, of)
    return found
  }

  const results: SkillTriggers[] = []
  const all: Outcome[] = []
  for (const { id, triggers } of tested) {
    const wrong: WrongTrigger[] = []
    const outcomes: Outcome[] = []
    for (const { query, shouldTrigger } of triggers) {
      const found = await ask(query, topK + MORE)
      const shown = offered(found.slice(0, topK), { minScore, minShare })
      const least = (1 - margin) * (found[0]?.score ?? 0)
      const isOffered = shown.some((skill) => skill.id === id)
      const isTriggered = shown.some((skill) => skill.id === id && skill.score >= least)
      outcomes.push({ shouldTrigger, isOffered, isTriggered })
      if (shouldTrigger ? !isOffered : isTriggered)
        wrong.push({
          query,
          shouldTrigger,
          rank: rankOf(id, found),
          others: shown.map((skill) => skill.id).filter((other) => other !== id),
        })
      if (shouldTrigger) pairs.addQuery(id, query, found, shown)
    }
    all.push(...outcomes)
    results.push({ id, ...countOutcomes(outcomes), wrong })
  }
  for (const { id, description = '' } of checked)
    pairs.addDescription(id, await ask(description.slice(0, MAX_DESCRIPTION).toWellFormed(), NEIGHBOURS))

  return {
    ok: results.every(({ wrong }) => wrong.length === 0),
    topK,
    minScore,
    minShare,
    margin,
    total: countOutcomes(all),
    skills: results,
    untested: byId.filter(({ triggers }) => triggers.length === 0).map(({ id }) => id),
    confused: pairs.list(),
    descriptions: { checked: checked.length, of: described.length },
  }
}

function rankOf(id: string, found: readonly RankedSkill[]): number | null {
  const at = found.findIndex((skill) => skill.id === id)
  return at < 0 ? null : at + 1
}

/** What became of one message. */
interface Outcome {
  readonly shouldTrigger: boolean
  readonly isOffered: boolean
  readonly isTriggered: boolean
}

function countOutcomes(outcomes: readonly Outcome[]): TriggerCounts {
  const count = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length
  const should = count(({ shouldTrigger }) => shouldTrigger)
  const found = count(({ shouldTrigger, isOffered }) => shouldTrigger && isOffered)
  const shouldNot = outcomes.length - should
  const falsely = count(({ shouldTrigger, isTriggered }) => !shouldTrigger && isTriggered)
  return {
    should,
    found,
    triggered: count(({ shouldTrigger, isTriggered }) => shouldTrigger && isTriggered),
    recall: should === 0 ? null : found / should,
    shouldNot,
    falselyOffered: count(({ shouldTrigger, isOffered }) => !shouldTrigger && isOffered),
    falsely,
    falseRate: shouldNot === 0 ? null : falsely / shouldNot,
  }
}
