import { type Action, counted, SkillError } from '@skillwright/contract'
import { constrainsOutput } from './constrains-output.ts'
import { eachOf, NOTHING_STABLE, type ObservedRun } from './observe-runs.ts'
import { codeOf, problemOf } from './run-outcome.ts'
import { triedInputs } from './tried-inputs.ts'
import { actionOfCase, actionsOf, type TriedSkill } from './tried-skill.ts'
import { type CheckResult, toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/**
 * Tries inputs that the contract allows: each answer must keep the contract, or refuse with a code of its own; and each
 * action must succeed at least once, or nothing is known of it. `shown` are the actions of which a case showed an output.
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
  const inputs = inputsFor(tried, action)
  if (typeof inputs === 'string') return { passed: 0, failures: [], obstacles: [inputs], notes: [] }
  const { runs, skill } = tried
  const observed = await eachOf(inputs, (input) => runs.run(skill, { action: action.name, params: input }))
  const failures = observed.flatMap((run, i): VerifyFailure[] =>
    run.outcome === 'broken'
      ? [{ problem: problemOf(run.response), action: action.name, input: inputs[i], answer: shownAnswer(run) }]
      : [],
  )
  const refusals = observed.filter(({ outcome }) => outcome === 'refused')
  const prints = observed.filter(({ outcome }) => outcome === 'answered').map(({ print }) => print)
  const answered = prints.length
  return {
    passed: answered + refusals.length,
    failures,
    obstacles: [
      ...observed.flatMap(({ outcome, response }) =>
        outcome === 'unavailable' || outcome === 'guarded' ? [`${action.name}: ${problemOf(response)}`] : [],
      ),
      ...unproven(action, { answered, refusals, isShown: shown.has(action.name) }),
    ],
    notes: [
      ...(refusals.length === 0 ? [] : [`${action.name}: ${refusals.length} refused by the skill, ${codes(refusals)}`]),
      // No failure, since nothing says what the answer should be; but the reader of the report should know.
      ...(answered > 1 && new Set(prints).size === 1 && prints[0] !== NOTHING_STABLE
        ? [`${action.name}: ${answered} different inputs got the same answer`]
        : []),
    ],
  }
}

/** Why the runs prove nothing about an action, though none of them went wrong. */
function unproven(
  { name, output }: Action,
  seen: { readonly answered: number; readonly refusals: readonly ObservedRun[]; readonly isShown: boolean },
): string[] {
  const { answered, refusals, isShown } = seen
  if (answered === 0 && refusals.length > 0)
    return [
      `${name} succeeded with none of ${counted(refusals.length, 'input')} that its contract allows (${codes(refusals)}): ` +
        'give its properties examples, an enum or a pattern, so that inputs which it takes can be made',
    ]
  if (answered > 0 && !isShown && !constrainsOutput(output))
    return [
      `${name} promises nothing about its output, so no answer could be wrong: ` +
        'describe the output in the contract, or add an example with the output that it gives',
    ]
  return []
}

function inputsFor(tried: TriedSkill, action: Action): unknown[] | string {
  const { skill, seed, count, cases } = tried
  const known = cases.filter((one) => actionOfCase(skill, one) === action.name).map(({ input }) => input)
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
