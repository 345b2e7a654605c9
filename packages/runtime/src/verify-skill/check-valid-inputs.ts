import { type Action, counted, isObject, SkillError, validInputs } from '@skillwright/contract'
import { changesBetween, withoutChanges } from './changing-part.ts'
import { couldBeWrong } from './could-be-wrong.ts'
import { eachOf, type ObservedRun } from './observe-runs.ts'
import { rarestFirst } from './rarest-first.ts'
import { codeOf, problemOf } from './run-outcome.ts'
import { holdsValue, stablePart } from './stable-part.ts'
import { ownInputs, triedInputs } from './tried-inputs.ts'
import { actionOfCase, actionsOf, type TriedSkill } from './tried-skill.ts'
import { type CheckResult, toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/**
 * Tries inputs that the contract allows: each answer must keep the contract, or refuse with a code of its own; and each
 * action must succeed with one that is not in its package, or nothing is known of it, and its answers must depend on them.
 * `shown` are the actions of which a case showed an output.
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
  const tries = observed.map((run, i) => ({ ...run, input: inputs[i] }))
  const others = tries.filter(({ input }) => !isOwn(input))
  // A skill could keep the answers to its own examples ready: they tell something only where not even those succeed.
  const telling = others.length > 0 && observed.some(isSuccess) ? others : tries
  const why = unproven(action, telling, { isShown: shown.has(action.name) })
  const ignored =
    why.length > 0 ? {} : await ignoresInput(tried, action, { tries: telling, isOwn, isFar: farFrom(known) })
  return {
    passed: answered.length + refusals.length,
    failures,
    obstacles: [
      ...observed.flatMap(({ outcome, response }) =>
        outcome === 'unavailable' || outcome === 'guarded' ? [`${action.name}: ${problemOf(response)}`] : [],
      ),
      ...why,
      ...(ignored.obstacle === undefined ? [] : [`${action.name}: ${ignored.obstacle}`]),
    ],
    notes: [
      ...(refusals.length === 0 ? [] : [`${action.name}: ${refusals.length} refused by the skill, ${codes(refusals)}`]),
      ...(ignored.note === undefined ? [] : [`${action.name}: ${ignored.note}`]),
    ],
  }
}

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
  return []
}

// Fewer may well be alike.
const LEAST_ALIKE = 3
// A skill that chooses among so few gives none that it has not given before.
const MOST_CHOICES = 16
// One of two answers by chance would be the same so often once in 256 times.
const MOST_REPEATS = 8

type Tried = ObservedRun & { readonly input: unknown }
type IsInput = (input: unknown) => boolean

/**
 * Why answers do not show that they depend on the input: all are the same, or all are answers to the inputs in the package, which
 * could be kept ready; or the same input given again, with nothing kept from before, succeeds only now and then, or differs in
 * all that answers differ by. What is declared to change tells nothing either.
 */
async function ignoresInput(
  { skill, runs }: TriedSkill,
  { name, output, idempotent }: Action,
  { tries, isOwn, isFar }: { readonly tries: readonly Tried[]; readonly isOwn: IsInput; readonly isFar: IsInput },
): Promise<{ readonly obstacle?: string; readonly note?: string }> {
  const answered = tries.filter(({ outcome }) => outcome === 'answered')
  const stable = ({ response }: ObservedRun) => stablePart(output.schema, response.data)
  const differ = (changes: ReadonlySet<string>) =>
    new Set(answered.map((run) => JSON.stringify(withoutChanges(stable(run), changes)))).size > 1
  const isFew = answered.length < LEAST_ALIKE
  if (!isFew && !differ(new Set())) {
    if (answersAllowed(output) === 1)
      return { note: 'its contract allows one answer, so nothing shows that it looks at its input' }
    return {
      obstacle:
        `${counted(answered.length, 'different input')} got the same answer, so nothing shows that it looks at them: ` +
        'give its properties examples or an enum that lead to other answers, or say in the output schema that there is only one (const)',
    }
  }
  const far = answered.filter(({ input }) => isFar(input)).map(({ print }) => print)
  const calls = runs.seen.calls.filter(({ action, outcome }) => action === name && outcome === 'answered')
  const kept = new Set(calls.filter(({ input }) => isOwn(input)).map(({ print }) => print))
  // One answer to all of them may be that nothing was found.
  const isChoosing = far.length >= LEAST_ALIKE && new Set(far).size > 1
  if (isChoosing && far.every((print) => kept.has(print)) && answersAllowed(output) > MOST_CHOICES)
    return {
      obstacle:
        `${counted(far.length, 'input')} that have nothing of those in its package got no answer but those to the ones that are, which could be kept ` +
        'ready: give its properties examples or an enum that lead to other answers, or say in the output schema that there are only a few (enum)',
    }
  // The check of idempotency holds it to the same answer.
  if (idempotent || (isFew && answered.length === tries.length)) return {}
  const rarest = rarestFirst(answered, (run) => JSON.stringify(stable(run)))
  const repeats = await eachOf(repeated(rarest), async (first) => {
    const request = { action: name, params: first.input }
    const again = await runs.run(skill, request, runs.fresh())
    // What was stored before may be what it needs.
    const isLost = again.outcome === 'refused' && skill.permissions.write.length > 0
    return { first, again, last: isLost ? await runs.run(skill, request, { isOnce: true }) : again }
  })
  const succeeded = repeats.filter(({ first, last }) => isSuccess(first) && last.outcome !== 'unavailable')
  const stayed = succeeded.filter(({ last }) => isSuccess(last)).length
  if (succeeded.length > 0 && stayed * 2 <= succeeded.length)
    return {
      obstacle:
        `what succeeded did so again in ${stayed} of ${succeeded.length} times that the same input was given again, so it is not its ` +
        'input that decides',
    }
  if (isFew) return {}
  const compared = repeats.filter(({ again }) => again.outcome === 'answered')
  const changes = compared.flatMap(({ first, again }) => changesBetween(stable(first), stable(again)))
  if (compared.length > 0 && differ(new Set(changes))) return {}
  return {
    obstacle:
      'its answers differ from one input to another only by what also differs when the same input is given again, so nothing shows ' +
      'that it looks at its input: let it answer with something that its input decides',
  }
}

/** Tells whether an input has no property as one of these has it. */
function farFrom(known: readonly unknown[]): IsInput {
  const properties = (input: unknown) =>
    isObject(input) ? Object.entries(input).map((one) => JSON.stringify(one)) : []
  const all = new Set(known.flatMap(properties))
  return (input) => properties(input).every((property) => !all.has(property))
}

/** What is given again: half of it what succeeded, several times where that is little, since it may have been by chance. */
function repeated(answered: readonly Tried[]): Tried[] {
  const successes = answered.filter(isSuccess)
  const others = answered.filter((run) => !isSuccess(run)).slice(0, MOST_REPEATS / 2)
  const turns = Array.from({ length: MOST_REPEATS - others.length }, (_, i) => successes[i % successes.length])
  return [...turns.filter((run) => run !== undefined), ...others]
}

function isSuccess({ outcome, response }: ObservedRun): boolean {
  return outcome === 'answered' && response.status === 'success'
}

/** How many answers the contract of an output leaves room for, as far as they matter here; what changes each time is no other answer. */
function answersAllowed({ schema }: Action['output']): number {
  try {
    const values = validInputs(schema, { seed: 1, count: 2 * MOST_CHOICES })
    const parts = values.map((value) => stablePart(schema, value))
    if (!holdsValue(parts[0], values[0])) return Number.POSITIVE_INFINITY
    return new Set(parts.map((part) => JSON.stringify(part))).size
  } catch (thrown) {
    if (thrown instanceof SkillError) return Number.POSITIVE_INFINITY
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
