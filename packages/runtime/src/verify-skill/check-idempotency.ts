import type { Action } from '@skillwright/contract'
import { eachOf, type FreshStart, NOTHING_STABLE, type SeenCall } from './observe-runs.ts'
import { rarestFirst } from './rarest-first.ts'
import { problemOf } from './run-outcome.ts'
import { volatilePaths } from './stable-part.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import { toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

// The time in an answer is often in whole seconds: sooner, it could be equal by chance.
const LATER_MS = 1_100
const LEAST_REPEATS = 4

/**
 * Repeats what the actions that are declared idempotent answered: the data must be the same, but for what is declared to change.
 * A process of its own answers, which knows nothing of the first, and one that may have answered others before. A skill that may
 * write could keep its answers, so it is asked again with all that it has kept; and with nothing kept from before, once more with
 * what it has kept since, and again with nothing.
 */
export async function checkIdempotency(tried: TriedSkill): Promise<VerifyCheck> {
  const actions = actionsOf(tried.skill).filter(({ idempotent }) => idempotent)
  const found = actions.map((action) => ({ action, calls: answeredCalls(tried, action) }))
  const calls = found.flatMap(({ calls: all }) => all.filter(({ print }) => print !== NOTHING_STABLE))
  const begun = await eachOf(calls, (call) => begin(tried, call))
  if (calls.length > 0) await tried.runs.until(Math.max(...begun.map(({ at }) => at)) + LATER_MS)
  const repeated = await eachOf(begun, (first) => repeat(tried, first))
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

/** A call to be repeated, and what each repeat must answer. */
interface Begun extends SeenCall {
  readonly repeats: readonly { readonly print: string; readonly start: Partial<FreshStart> }[]
}

async function begin({ skill, runs }: TriedSkill, call: SeenCall): Promise<Begun> {
  const start = runs.fresh()
  // Two that are both the first call of a process say nothing of later ones, which others get.
  const warm = { print: call.print, start: {} }
  if (skill.permissions.write.length === 0) return { ...call, repeats: [{ print: call.print, start }, warm] }
  const { outcome, print } = await runs.run(skill, { action: call.action, params: call.input }, start)
  const repeats = [warm, { print, start }, { print, start: runs.fresh() }]
  return { ...call, outcome, at: performance.now(), repeats }
}

async function repeat(
  { skill, runs }: TriedSkill,
  { action, input, outcome, repeats }: Begun,
): Promise<'same' | VerifyFailure | { readonly obstacle: string }> {
  if (outcome !== 'answered')
    return { obstacle: `${action}: with no data from before it did not answer, so its answers may be kept ones` }
  for (const { print, start } of repeats) {
    const again = await runs.run(skill, { action, params: input }, start)
    if (again.outcome === 'unavailable') return { obstacle: `${action}: ${problemOf(again.response)}` }
    if (again.print !== print)
      return { problem: 'The second answer was another one', action, input, answer: again.response }
  }
  return 'same'
}

function answeredCalls({ runs, count }: TriedSkill, { name }: Action): SeenCall[] {
  const answered = runs.seen.calls.filter(({ action, outcome }) => action === name && outcome === 'answered')
  const distinct = new Map(answered.map((call) => [JSON.stringify(call.input), call]))
  return rarestFirst([...distinct.values()], ({ print }) => print).slice(
    0,
    Math.max(LEAST_REPEATS, Math.ceil(count / 2)),
  )
}
