import { isObject } from '../json.ts'
import type { SchemaMap } from '../schema-map.ts'
import { coerceChoices } from './coerce-choices.ts'
import { coerceItems } from './coerce-items.ts'
import { coerceKeys } from './coerce-keys.ts'
import { coerceLeaf } from './coerce-leaf.ts'
import type { Coercion } from './coercion.ts'
import { fits, openCoercionPlans, type PlanSlot } from './coercion-plan.ts'
import { type CoercionHint, type CoercionRun, type CoercionSetup, mayVisit, startRun } from './coercion-run.ts'
import { unwrap, unwrapOnly } from './unwrap.ts'

/** A value after every repair that could be made. Whether it now fits its schema is for the validator to say. */
export interface CoercionOutcome {
  readonly value: unknown
  readonly coercions: readonly Coercion[]
  /** What could have been meant where there is more than one reading. */
  readonly hints: readonly CoercionHint[]
}

/** Repairs a value, leaving the one that is passed in as it is. Alternatives and conditions are only looked into when asked. */
export type Coerce = (value: unknown, options?: { readonly withChoices?: boolean }) => CoercionOutcome

/** Options of prepareCoercion. */
export interface CoerceOptions {
  /** The top-level property whose content is left alone. */
  readonly passThrough?: string | undefined
  /** What takes the values as its input, since callers may wrap them in its name. */
  readonly name?: string | undefined
  /** Fills in what may be missing because it has a default. */
  readonly fill?: (value: unknown) => unknown
}

/** Prepares the repair of values that do not fit a schema. */
export function prepareCoercion(map: SchemaMap, { passThrough, name, fill }: CoerceOptions = {}): Coerce {
  const root: PlanSlot | undefined = map.root && { place: map.root, plan: undefined }
  const isValid = (slot: PlanSlot, value: unknown): boolean =>
    map.isValid(slot.place, value) || (slot === root && fill !== undefined && map.isValid(slot.place, fill(value)))
  const names = [map.root?.schema.title, name].filter((each) => typeof each === 'string')
  const plans = openCoercionPlans(map)
  const setup: CoercionSetup = { map, plans, passThrough, names, tool: name, repair, isValid, path: [] }
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
  if (isObject(value)) {
    const inside = unwrap(run, slot, plan, value)
    if (inside) return inside.value
  } else if (run.depth === 0 && Array.isArray(value)) {
    const only = unwrapOnly(run, slot, value)
    if (only) return only.value
  }
  const isFine = fits(plan, value) && (plan.text === undefined || plan.text(value))
  let current = isFine ? value : coerceLeaf(run, slot, plan, value)
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
