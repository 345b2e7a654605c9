import { hasOwn, isObject } from '../json.ts'
import type { CoercionPlan, PlanSlot, Union } from './coercion-plan.ts'
import { adoptOnly, attempt, type CoercionRun, fail, type Outcome, takes } from './coercion-run.ts'
import { foldKey, foldName } from './fold-name.ts'
import { hintGuess } from './guess-value.ts'
import { isWrapper } from './unwrap.ts'

/** Repairs a value for the combinators of a place: the one branch it can be made to fit, and the conditions that hold. */
export function coerceChoices(run: CoercionRun, plan: CoercionPlan, value: unknown): unknown {
  let current = value
  for (const union of plan.unions) current = coerceUnion(run, union, current)
  for (const { applies, met, unmet } of plan.conditions) {
    const slot = applies(current) ? met : unmet
    if (slot) current = run.setup.repair(run, slot, current)
  }
  return current
}

function coerceUnion(run: CoercionRun, union: Union, value: unknown): unknown {
  const valid = union.branches.filter((branch) => takes(run, branch, value)).length
  if (valid === 1 || (valid > 1 && !union.isExclusive)) return value
  if (valid > 1) {
    fail(run)
    return value
  }
  const outcomes: Outcome[] = []
  for (const branch of union.branches) {
    if (isHopeless(run, branch, value)) continue
    const outcome = attempt(run, branch, value)
    if (outcome && outcome.value !== value && takes(run, branch, outcome.value)) outcomes.push(outcome)
  }
  if (outcomes.length === 0 && typeof value === 'string') {
    for (const branch of union.branches) hintGuess(run, branch, value)
  }
  return adoptOnly(run, outcomes, value)
}

/** True when a branch is plainly about another kind of object, which spares the walk through everything inside. */
function isHopeless(run: CoercionRun, branch: PlanSlot, value: unknown): boolean {
  if (!isObject(value)) return false
  const plan = run.setup.plans.of(branch)
  if (isWrapper(run, plan, value)) return false
  for (const key of plan.required) {
    if (hasOwn(value, key)) continue
    const folded = foldName(key)
    if (!Object.keys(value).some((each) => foldKey(each) === folded)) return true
  }
  return false
}
