import type { SchemaMap } from '../schema-map.ts'
import { coerceChoices } from './coerce-choices.ts'
import { coerceItems } from './coerce-items.ts'
import { coerceKeys } from './coerce-keys.ts'
import { coerceLeaf } from './coerce-leaf.ts'
import type { Coercion } from './coercion.ts'
import { fits, openCoercionPlans, type PlanSlot } from './coercion-plan.ts'
import { type CoercionHint, type CoercionRun, type CoercionSetup, mayVisit, startRun } from './coercion-run.ts'

/** A value after every repair that could be made. Whether it now fits its schema is for the validator to say. */
export interface CoercionOutcome {
  readonly value: unknown
  readonly coercions: readonly Coercion[]
  /** What could have been meant where there is more than one reading. */
  readonly hints: readonly CoercionHint[]
}

/** Repairs a value, leaving the one that is passed in as it is. Alternatives and conditions are only looked into when asked. */
export type Coerce = (value: unknown, options?: { readonly withChoices?: boolean }) => CoercionOutcome

/** Prepares the repair of values that do not fit a schema; the content of the top-level property `passThrough` is left alone. */
export function prepareCoercion(map: SchemaMap, passThrough?: string): Coerce {
  const root: PlanSlot | undefined = map.root && { place: map.root, plan: undefined }
  const setup: CoercionSetup = { map, plans: openCoercionPlans(map), passThrough, repair, path: [] }
  return (input, { withChoices = false } = {}) => {
    const run = startRun(setup, input, withChoices)
    const value = root ? repair(run, root, input) : input
    return { value, coercions: run.coercions ?? NONE, hints: run.hints ?? NONE }
  }
}

const NONE: readonly never[] = Object.freeze([])

function repair(run: CoercionRun, slot: PlanSlot, value: unknown): unknown {
  if (run.depth > MAX_DEPTH || !mayVisit(run)) {
    run.hasFailed = true
    return value
  }
  const plan = slot.plan ?? run.setup.plans.of(slot)
  let current = fits(plan, value) ? value : coerceLeaf(run, plan, value)
  if (run.hasFailed && run.attempts > 0) return value
  if (Array.isArray(current)) current = coerceItems(run, plan, current)
  else if (typeof current === 'object' && current !== null) {
    current = coerceKeys(run, plan, current as Record<string, unknown>)
  }
  if (run.hasFailed && run.attempts > 0) return value
  return run.withChoices ? coerceChoices(run, plan, current) : current
}

/** Deeper values are not repaired: real mistakes are not that deep, and each level of a recursive schema is validated again. */
const MAX_DEPTH = 500
