import { SkillError } from '@skillwright/contract'
import type { TriggerTest } from '@skillwright/skill'
import { createPairs } from './confused-pairs.ts'
import type { RankedSkill, TestedSkill } from './tested-skill.ts'
import type { SkillTriggers, TriggerCounts, TriggerReport, WrongTrigger } from './trigger-report.ts'

/** Finds skills for a message, as the index does. */
export type FindSkills = (
  message: string,
  options: { readonly topK: number; readonly signal?: AbortSignal },
) => Promise<readonly RankedSkill[]> | readonly RankedSkill[]

/** Options of testTriggers. */
export interface TestTriggersOptions {
  /** A skill triggers when it is among so many first results … */
  readonly topK?: number
  /** … with at least this share of the best one's score. */
  readonly minShare?: number
  /** A rival within this share below a skill's score is as good as above it. */
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
    minShare = 0.5,
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
    const found = await find(message, { topK: count, ...(signal === undefined ? {} : { signal }) })
    onProgress?.(++done, of)
    return found
  }

  const results: SkillTriggers[] = []
  for (const { id, triggers } of tested) {
    const wrong: WrongTrigger[] = []
    for (const { query, shouldTrigger } of triggers) {
      const found = await ask(query, topK + MORE)
      const least = minShare * (found[0]?.score ?? 0)
      const triggered = found.slice(0, topK).filter(({ score }) => score >= least)
      if (triggered.some((skill) => skill.id === id) !== shouldTrigger)
        wrong.push({
          query,
          shouldTrigger,
          rank: rankOf(id, found),
          others: triggered.map((skill) => skill.id).filter((other) => other !== id),
        })
      if (shouldTrigger) pairs.addQuery(id, query, found, triggered)
    }
    results.push({ id, ...countTests(triggers, wrong), wrong })
  }
  for (const { id, description = '' } of checked)
    pairs.addDescription(id, await ask(description.slice(0, MAX_DESCRIPTION).toWellFormed(), NEIGHBOURS))

  return {
    ok: results.every(({ wrong }) => wrong.length === 0),
    topK,
    minShare,
    total: countTests(
      tested.flatMap(({ triggers }) => triggers),
      results.flatMap(({ wrong }) => wrong),
    ),
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

function countTests(tests: readonly TriggerTest[], wrong: readonly WrongTrigger[]): TriggerCounts {
  const should = tests.filter(({ shouldTrigger }) => shouldTrigger).length
  const missed = wrong.filter(({ shouldTrigger }) => shouldTrigger).length
  const shouldNot = tests.length - should
  const falsely = wrong.length - missed
  return {
    should,
    found: should - missed,
    recall: should === 0 ? null : (should - missed) / should,
    shouldNot,
    falsely,
    falseRate: shouldNot === 0 ? null : falsely / shouldNot,
  }
}
