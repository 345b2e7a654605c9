import { invalidInputs } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { eachOf, type ObservedRun } from './observe-runs.ts'
import { codeOf, problemOf } from './run-outcome.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import { toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/** A skill that says itself that it failed, or that there is no such action, has not crashed. */
const NO_CRASH = new Set(['INTERNAL_ERROR', 'UNKNOWN_ACTION'])

type Judged = VerifyFailure | 'taken' | 'refused' | { readonly obstacle: string }

/** Tries inputs that the contract forbids: the contract must refuse them, and the script must survive them without it. */
export async function checkInvalidInputs({ skill, runs, seed, count }: TriedSkill): Promise<VerifyCheck> {
  const all = actionsOf(skill).flatMap((action) =>
    invalidInputs(action.input.schema, { seed, count, policy: 'friendly' }).map(({ value, violation }) => ({
      action: action.name,
      input: value,
      rule: `${violation.keyword} at ${violation.path || '/'}`,
    })),
  )
  // What older versions took is migrated, as they promise.
  const isOlder = (call: (typeof all)[number]) =>
    (skill.contract?.accept(call.input, { action: call.action }).migrations.length ?? 0) > 0
  const calls = all.filter((call) => !isOlder(call))
  const judged = await eachOf(calls, async ({ action, input, rule }): Promise<Judged> => {
    const guarded = await runs.run(skill, { action, params: input })
    if (guarded.outcome !== 'guarded') return judgeUnguarded(guarded, { action, input, rule })
    const { outcome, response } = await runs.runBare(skill, { action, params: input }, limitOf(skill, action))
    if (outcome === 'answered') return 'taken'
    if (outcome === 'unavailable') return { obstacle: `${action}: ${problemOf(response)}` }
    const hasCrashed = outcome === 'broken' && !NO_CRASH.has(codeOf(response))
    return hasCrashed ? { problem: `${rule}: ${problemOf(response)}`, action, input, answer: response } : 'refused'
  })
  const failures = judged.filter((one): one is VerifyFailure => typeof one === 'object' && 'problem' in one)
  const obstacles = judged.flatMap((one) => (typeof one === 'object' && 'obstacle' in one ? [one.obstacle] : []))
  const taken = judged.filter((one) => one === 'taken').length
  return toCheck('invalid-inputs', {
    passed: judged.filter((one) => typeof one === 'string').length,
    failures,
    obstacles,
    notes: taken === 0 ? [] : [`${taken} of them only the contract refused, the script itself took them`],
  })
}

function judgeUnguarded(
  { outcome, response }: ObservedRun,
  { action, input, rule }: { readonly action: string; readonly input: unknown; readonly rule: string },
): Judged {
  if (outcome === 'unavailable') return { obstacle: `${action}: ${problemOf(response)}` }
  return { problem: `The contract let through what breaks ${rule}`, action, input }
}

/** Without its contract a skill would get document B's five minutes. */
function limitOf(skill: Skill, action: string): { timeoutSeconds?: number } {
  const timeoutSeconds = skill.timeoutSeconds ?? skill.contract?.action(action).timeoutSeconds
  return timeoutSeconds === undefined ? {} : { timeoutSeconds }
}
