import { type Action, counted, SkillError, validInputs } from '@skillwright/contract'
import { couldBeWrong } from './could-be-wrong.ts'
import { eachOf, NOTHING_STABLE, type ObservedRun } from './observe-runs.ts'
import { codeOf, problemOf } from './run-outcome.ts'
import { ownInputs, triedInputs } from './tried-inputs.ts'
import { actionOfCase, actionsOf, type TriedSkill } from './tried-skill.ts'
import { type CheckResult, toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/**
 * Tries inputs that the contract allows: each answer must keep the contract, or refuse with a code of its own; and each
 * action must succeed with one that is not in its package, or nothing is known of it, and not give all of them one and the same
 * answer. `shown` are the actions of which a case showed an output.
 */
export async function checkValidInputs(tried: TriedSkill, shown: ReadonlySet<string>): Promise<VerifyCheck> {
  const actions = actionsOf(tried.skill)
  if (actions.length === 0) {
    const obstacle = 'It has no contract, so there is nothing to hold its answers against: write contract.json'
    return toCheck('valid-inputs', { passed: 0, obstacles: [obstacle] })
  }
  const results: Required<CheckResult>[] = []
  for (const action of actions) results.push(await tryAction(tried, action, shown))
  return toCheck('valid-inputs', {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    obstacles: results.flatMap(({ obstacles }) => obstacles),
    notes: results.flatMap(({ notes }) => notes),
  })
}

async function tryAction(
  tried: TriedSkill,
  action: Action,
  shown: ReadonlySet<string>,
): Promise<Required<CheckResult>> {
  const { runs, skill, cases } = tried
  const known = cases.filter((one) => actionOfCase(skill, one) === action.name).map(({ input }) => input)
  const inputs = inputsFor(tried, action, known)
  if (typeof inputs === 'string') return { passed: 0, failures: [], obstacles: [inputs], notes: [] }
  const observed = await eachOf(inputs, (input) => runs.run(skill, { action: action.name, params: input }))
  const failures = observed.flatMap((run, i): VerifyFailure[] =>
    run.outcome === 'broken'
      ? [{ problem: problemOf(run.response), action: action.name, input: inputs[i], answer: shownAnswer(run) }]
      : [],
  )
  const refusals = observed.filter(({ outcome }) => outcome === 'refused')
  const answered = observed.filter(({ outcome }) => outcome === 'answered')
  const isOwn = ownInputs(action, known)
  const others = observed.filter((_, i) => !isOwn(inputs[i]))
  // A skill could keep the answers to its own examples ready: they tell something only where not even those succeed.
  const telling = others.length > 0 && observed.some(isSuccess) ? others : observed
  return {
    passed: answered.length + refusals.length,
    failures,
    obstacles: [
      ...observed.flatMap(({ outcome, response }) =>
        outcome === 'unavailable' || outcome === 'guarded' ? [`${action.name}: ${problemOf(response)}`] : [],
      ),
      ...unproven(action, telling, { isShown: shown.has(action.name) }),
    ],
    notes: refusals.length === 0 ? [] : [`${action.name}: ${refusals.length} refused by the skill, ${codes(refusals)}`],
  }
}

// Fewer may well be alike.
const LEAST_ALIKE = 3

/** Why runs prove nothing about an action, though none of them went wrong. */
function unproven({ name, output }: Action, runs: readonly ObservedRun[], { isShown }: { isShown: boolean }): string[] {
  const refusals = runs.filter(({ outcome }) => outcome === 'refused')
  const answered = runs.filter(({ outcome }) => outcome === 'answered')
  const came = [...refusals, ...answered]
  if (came.length > 0 && !came.some(isSuccess))
    return [
      `${name} succeeded with none of ${counted(came.length, 'input')} that its contract allows (${codes(came)}): ` +
        'give its properties examples, an enum or a pattern, so that inputs which it takes can be made',
    ]
  if (answered.length > 0 && !isShown && !answered.some(({ response }) => couldBeWrong(output, response.data)))
    return [
      `${name} promises nothing about its output, so no answer could be wrong: ` +
        'describe the output in the contract, or add an example with the output that it gives',
    ]
  const prints = new Set(answered.map(({ print }) => print))
  const areAlike = answered.length >= LEAST_ALIKE && prints.size === 1 && !prints.has(NOTHING_STABLE)
  if (areAlike && allowsOthers(output))
    return [
      `${name}: ${counted(answered.length, 'different input')} got the same answer, so nothing shows that it looks at them: ` +
        'give its properties examples or an enum that lead to other answers, or say in the output schema that there is only one (const)',
    ]
  return []
}

function isSuccess({ outcome, response }: ObservedRun): boolean {
  return outcome === 'answered' && response.status === 'success'
}

/** Whether the contract of an output leaves room for more than one answer. */
function allowsOthers({ schema }: Action['output']): boolean {
  try {
    return new Set(validInputs(schema, { seed: 1, count: 5 }).map((value) => JSON.stringify(value))).size > 1
  } catch (thrown) {
    if (thrown instanceof SkillError) return true
    throw thrown
  }
}

function inputsFor({ seed, count }: TriedSkill, action: Action, known: readonly unknown[]): unknown[] | string {
  try {
    return triedInputs(action, { seed, count, known })
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return `${action.name}: no valid input can be found: ${thrown.message}`
  }
}

function shownAnswer({ response: { status, data, errors } }: ObservedRun): unknown {
  return { status, ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors }) }
}

/** The codes of refusals with how often each came. */
function codes(refusals: readonly ObservedRun[]): string {
  const counts = Map.groupBy(refusals, ({ response }) => codeOf(response))
  return [...counts].map(([code, runs]) => `${code} ${runs.length}`).join(', ')
}
