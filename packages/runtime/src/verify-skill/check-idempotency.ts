import type { Action } from '@skillwright/contract'
import { eachOf, type SeenCall } from './observe-runs.ts'
import { problemOf } from './run-outcome.ts'
import { volatilePaths } from './stable-part.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import { toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

// The time in an answer is often in whole seconds: sooner, it would be the same by accident.
const LATER_MS = 1_100
const LEAST_REPEATS = 4

/** Repeats what the actions that are declared idempotent answered: the data must be the same, but for what is declared to change. */
export async function checkIdempotency(tried: TriedSkill): Promise<VerifyCheck> {
  const actions = actionsOf(tried.skill).filter(({ idempotent }) => idempotent)
  const repeats = actions.map((action) => ({ action, calls: answeredCalls(tried, action) }))
  const isVolatile = (action: Action) => volatilePaths(action.output.schema).includes('')
  const calls = repeats.flatMap((repeat) => (isVolatile(repeat.action) ? [] : repeat.calls))
  if (calls.length > 0) await tried.runs.until(Math.max(...calls.map(({ at }) => at)) + LATER_MS)
  const obstacles = repeats.flatMap(({ action, calls: found }) => {
    if (isVolatile(action)) return [`${action.name}: its whole output is marked x-volatile, so nothing can be compared`]
    return found.length === 0
      ? [`${action.name} is declared idempotent, and no call succeeded that could be repeated`]
      : []
  })
  const judged = await eachOf(calls, (call) => repeat(tried, call, obstacles))
  const failures = judged.filter((failure) => failure !== undefined)
  const left = actions.flatMap(({ name, output }) =>
    volatilePaths(output.schema).map((path) => `${name}: ${path} is declared to change and was not compared`),
  )
  return toCheck('idempotency', { passed: calls.length - failures.length, failures, obstacles, notes: left })
}

async function repeat(
  { skill, runs }: TriedSkill,
  { action, input, print }: SeenCall,
  obstacles: string[],
): Promise<VerifyFailure | undefined> {
  const again = await runs.run(skill, { action, params: input })
  if (again.outcome === 'unavailable') obstacles.push(`${action}: ${problemOf(again.response)}`)
  if (again.outcome === 'unavailable' || again.print === print) return undefined
  return { problem: 'The second answer was another one', action, input, answer: again.response }
}

function answeredCalls({ runs, count }: TriedSkill, { name }: Action): SeenCall[] {
  const answered = runs.seen.calls.filter(({ action, outcome }) => action === name && outcome === 'answered')
  const distinct = new Map(answered.map((call) => [JSON.stringify(call.input), call]))
  return [...distinct.values()].slice(0, Math.max(LEAST_REPEATS, Math.ceil(count / 2)))
}
