import { canonicalKey } from '../canonical-key.ts'
import { openSchema, type Policy } from '../open-schema.ts'
import type { Schema } from '../schema.ts'
import { breakRule, type InvalidInput, type Judge } from './break-rule.ts'
import { openPlan } from './open-plan.ts'
import { seededRandom } from './seeded-random.ts'
import { type PlannedViolation, planViolations } from './violations-of.ts'

/** Options of invalidInputs. */
export interface InvalidOptions {
  readonly seed?: number
  /** How many; as many as there are rules when absent. */
  readonly count?: number
  /** `friendly`: only what coercion does not repair. */
  readonly policy?: Policy
}

/** Rounds over all rules, and inputs when no number was asked for, at most. */
const MAX_ROUNDS = 50
const MAX_INPUTS = 1000
/** Rules in a row that could not be broken, until the rest is left alone. */
const MAX_FAILURES = 60
/** Steps in all, whatever is asked for, and for each input. */
const LEAST_FUEL = 20_000
const FUEL_PER_INPUT = 200

/**
 * Inputs that each break one named rule of the schema and are right in everything else; every rule once before any twice.
 * A rule that cannot be broken without another one at the same place (a wrong type is not in the enum either) comes with it.
 * A rule that is never broken, because nothing was found that does, is left out.
 */
export function invalidInputs(
  schema: Schema,
  { seed = 0, count, policy = 'strict' }: InvalidOptions = {},
): InvalidInput[] {
  const checker = openSchema(schema)
  // Made first: it refuses what is no schema, or too deep.
  const { validator } = checker
  const plan = openPlan(schema)
  const random = seededRandom(seed)
  const judge: Judge = {
    issues: (value) => validator.issues(value),
    passes: (value) => checker.check(value, { policy }).ok,
  }
  const rules = planViolations(plan)
  const wanted = count ?? Math.min(rules.length, MAX_INPUTS)
  const rounds = count === undefined ? 1 : MAX_ROUNDS
  const budget = { left: LEAST_FUEL + FUEL_PER_INPUT * wanted }
  const found = new Map<string, InvalidInput>()
  let left = wanted < rules.length ? outerFirst(random.shuffled(rules)) : rules
  let failures = 0
  for (let round = 0; found.size < wanted && left.length > 0 && round < rounds; round++)
    left = left.filter((rule) => {
      if (found.size >= wanted || failures >= MAX_FAILURES || budget.left <= 0) return false
      const input = breakRule(rule, plan, judge, { random, budget })
      failures = input ? 0 : failures + 1
      if (input) found.set(`${input.violation.schemaPath} ${canonicalKey(input.value)}`, input)
      return input !== undefined
    })
  return [...found.values()]
}

/** Rules outside of branches first: what they are broken by is certain. */
function outerFirst(rules: readonly PlannedViolation[]): PlannedViolation[] {
  return rules.toSorted((a, b) => a.place.branches.length - b.place.branches.length)
}
