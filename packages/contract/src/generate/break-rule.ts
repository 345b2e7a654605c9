import type { Issue } from '../issue.ts'
import { defineKey, isObject } from '../json.ts'
import { fromPointer } from '../pointer.ts'
import type { Plan } from './plan.ts'
import { NOTHING } from './run.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Budget, openSource } from './value-source.ts'
import type { PlannedViolation, Violation } from './violations-of.ts'

/** Tries at one rule, to find an input that breaks it alone, and the steps they may take. */
const ATTEMPTS = 12
const FUEL = 2000

/** An input that breaks one rule, and which. */
export interface InvalidInput {
  readonly value: unknown
  readonly violation: Violation
}

/** Says what is wrong with an input. */
export interface Judge {
  issues(value: unknown): readonly Issue[]
  /** True when the input would be taken after all: repaired, or completed with defaults. */
  passes(value: unknown): boolean
}

/** An input that breaks the rule: alone if possible, else with others at the same place. Undefined when none was found. */
export function breakRule(
  { violation, place, broken }: PlannedViolation,
  plan: Plan,
  judge: Judge,
  { random, budget }: { readonly random: SeededRandom; readonly budget: Budget },
): InvalidInput | undefined {
  const isInUnion = place.branches.includes('anyOf') || place.branches.includes('oneOf')
  const best: { input?: InvalidInput; others: number } = { others: Infinity }
  const consider = (value: unknown): boolean => {
    const issues = judge.issues(value)
    const issue = issues.find((one) => isBreachOf(violation, one)) ?? issues.find((one) => isInside(violation, one))
    if (!issue || judge.passes(value)) return false
    const others = issues.filter((other) => other !== issue)
    if (!isInUnion && others.some((other) => !isWithin(other.path, place.path))) return false
    const { path, keyword, schemaPath } = issue
    if (others.length < best.others) {
      best.input = { value, violation: { ...violation, path, keyword, schemaPath } }
      best.others = others.length
    }
    return others.length === 0
  }
  const options = { random, budget, attempts: ATTEMPTS, fuel: FUEL }
  for (const schema of broken()) {
    const mode = random.chance(0.5) ? 'small' : 'mixed'
    if (openSource(plan, place.with(schema), { ...options, judge: consider }).next(mode) !== NOTHING) break
  }
  if (best.input) return best.input
  // The rule may be stated twice, so that no schema says "all but this rule": then a right input is changed in that place.
  const sound = openSource(plan, place.with(place.schema), {
    ...options,
    judge: (value) => judge.issues(value).length === 0,
  })
  const whole = sound.next('small')
  for (const schema of whole === NOTHING ? [] : broken())
    openSource(plan, schema, {
      ...options,
      judge: (part) => consider(replaceAt(whole, fromPointer(place.path), part)),
    }).next()
  return best.input
}

function isBreachOf({ path, keyword, schemaPath }: Violation, issue: Issue): boolean {
  if (issue.keyword !== keyword) return false
  return issue.path === path || (issue.schemaPath === schemaPath && isWithin(issue.path, path))
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** For a value that fits no branch of a union the issue is mostly that of the closest branch. */
function isInside({ keyword, schemaPath }: Violation, issue: Issue): boolean {
  return (keyword === 'anyOf' || keyword === 'oneOf') && issue.schemaPath.startsWith(`${schemaPath}/`)
}

/** A copy of the value with another one at the end of the steps. */
function replaceAt(value: unknown, [step, ...steps]: readonly string[], part: unknown): unknown {
  if (step === undefined) return part
  if (Array.isArray(value)) return value.with(Number(step), replaceAt(value[Number(step)], steps, part))
  if (!isObject(value)) return value
  const copy = { ...value }
  defineKey(copy, step, replaceAt(value[step], steps, part))
  return copy
}
