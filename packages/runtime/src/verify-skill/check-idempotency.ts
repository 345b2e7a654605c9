import type { Action } from '@skillwright/contract'
import { eachOf, NOTHING_STABLE, type SeenCall } from './observe-runs.ts'
import { problemOf } from './run-outcome.ts'
import { volatilePaths } from './stable-part.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import { toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

// The time in an answer is often in whole seconds: sooner, it could be equal by chance.
const LATER_MS = 1_100
const LEAST_REPEATS = 4

/** Repeats what the actions that are declared idempotent answered: the data must be the same, but for what is declared to change. */
export async function checkIdempotency(tried: TriedSkill): Promise<VerifyCheck> {
  const actions = actionsOf(tried.skill).filter(({ idempotent }) => idempotent)
  const found = actions.map((action) => ({ action, calls: answeredCalls(tried, action) }))
  const calls = found.flatMap(({ calls: all }) => all.filter(({ print }) => print !== NOTHING_STABLE))
  if (calls.length > 0) await tried.runs.until(Math.max(...calls.map(({ at }) => at)) + LATER_MS)
  const repeated = await eachOf(calls, (call) => repeat(tried, call))
  return toCheck('idempotency', {
    passed: repeated.filter((one) => one === 'same').length,
    failures: repeated.filter((one) => one !== 'same').filter((one) => 'problem' in one),
    obstacles: [
      ...found.flatMap(({ action, calls: all }) => whyUnrepeated(action, all)),
      ...repeated.flatMap((one) => (one !== 'same' && 'obstacle' in one ? [one.obstacle] : [])),
    ],
    notes: actions.flatMap(({ name, output }) =>
      volatilePaths(output.schema).map((path) => `${name}: ${path || '/'} is declared to change and was not compared`),
    ),
  })
}

/** Why nothing of an action can be compared. */
function whyUnrepeated({ name }: Action, calls: readonly SeenCall[]): string[] {
  if (calls.length === 0) return [`${name} is declared idempotent, and no call succeeded that could be repeated`]
  return calls.every(({ print }) => print === NOTHING_STABLE)
    ? [`${name}: all that it answers is marked x-volatile, so nothing can be compared`]
    : []
}

async function repeat(
  { skill, runs }: TriedSkill,
  { action, input, print }: SeenCall,
): Promise<'same' | VerifyFailure | { readonly obstacle: string }> {
  const again = await runs.run(skill, { action, params: input })
  if (again.outcome === 'unavailable') return { obstacle: `${action}: ${problemOf(again.response)}` }
  if (again.print === print) return 'same'
  return { problem: 'The second answer was another one', action, input, answer: again.response }
}

function answeredCalls({ runs, count }: TriedSkill, { name }: Action): SeenCall[] {
  const answered = runs.seen.calls.filter(({ action, outcome }) => action === name && outcome === 'answered')
  const distinct = new Map(answered.map((call) => [JSON.stringify(call.input), call]))
  return [...distinct.values()].slice(0, Math.max(LEAST_REPEATS, Math.ceil(count / 2)))
}
