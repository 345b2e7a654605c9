import { defineKey, hasOwn } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import type { SchemaMap } from '../schema-map.ts'
import { guardDefaults } from './default-guard.ts'
import { type DefaultPlan, type ItemPlans, mayClash, type PropertyDefault, planDefaults } from './default-plan.ts'
import { generateFiller } from './generate-filler.ts'
import { filterNested } from './nested-defaults.ts'

/** Fills in the defaults of one schema. */
export interface DefaultFiller {
  /** The value with every default that is missing; the same value when none is. What is passed in is never changed. */
  fill(value: unknown): unknown
  /** The same for a value that is valid, and stays so: defaults that would break it are left out. */
  fillValid(value: unknown): unknown
  /** Goes on with generated code, and gives what `fillValid` is made of then. */
  generate(): ValidFiller
}

/** How a valid value is filled. */
export interface ValidFiller {
  readonly fill: (value: unknown) => unknown
  /** Whether a value that was filled is still valid; undefined where it always is. */
  readonly staysValid: ((filled: unknown) => boolean) | undefined
}

/** More plans than this are always walked: code for them takes longer to make than it saves. */
const MAX_PLANS = 200

/** Options of prepareDefaults. */
interface DefaultOptions {
  /** Name of the top-level property whose content stays as it is. */
  readonly passThrough?: string | undefined
  /** Validity for the whole schema. */
  readonly isValid: (value: unknown) => boolean
}

/** Prepares the filling in of defaults: at properties, in nested objects and items that are there, through `$ref` and `allOf`. */
export function prepareDefaults(map: SchemaMap, { passThrough, isValid }: DefaultOptions): DefaultFiller {
  const plans = openDefaultPlans(map, passThrough)
  const [root] = plans
  if (!root) return NO_DEFAULTS
  const staysValid = plans.some(mayClash) ? guardDefaults(map, plans, isValid) : undefined
  let fill = (value: unknown) => fillIn(root, value)
  let isGenerated = plans.length > MAX_PLANS
  return {
    fill: (value) => fill(value),
    fillValid(value) {
      const filled = fill(value)
      return filled === value || !staysValid || staysValid(filled) ? filled : value
    },
    generate() {
      if (!isGenerated) fill = generateFiller(plans)
      isGenerated = true
      return { fill, staysValid }
    },
  }
}

const asItIs = (value: unknown) => value
const NO_DEFAULTS: DefaultFiller = {
  fill: asItIs,
  fillValid: asItIs,
  generate: () => ({ fill: asItIs, staysValid: undefined }),
}

/** The plans of a schema with only those defaults that may be applied: the one rule by which they are filled in. */
export function openDefaultPlans(map: SchemaMap, passThrough: string | undefined): readonly DefaultPlan[] {
  const plans = planDefaults(map, passThrough)
  filterPlain(map, plans)
  if (plans.some(({ defaults }) => defaults.some(isComposite))) filterNested(map, plans, fillIn)
  return plans
}

/** Removes every text, number or other plain default that its own schema refuses. */
function filterPlain(map: SchemaMap, plans: readonly DefaultPlan[]): void {
  // Many plans may have the default of one place.
  const known = new Map<SchemaObject, boolean>()
  for (const plan of plans)
    plan.defaults = plan.defaults.filter((each) => {
      if (isComposite(each)) return true
      const { place, value } = each
      const fits = known.get(place.schema) ?? map.isValid(place, value)
      known.set(place.schema, fits)
      return fits
    })
}

/** True for a default that is an object or an array. */
function isComposite({ value }: PropertyDefault): boolean {
  return typeof value === 'object' && value !== null
}

/** Fills in what one plan says; the same value when it lacks nothing. */
export function fillIn(plan: DefaultPlan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plan.items.reduce(fillItems, value)
  const object = value as Readonly<Record<string, unknown>>
  const filled = addMissing(plan.defaults, object)
  return plan.properties.length === 0 ? filled : fillInside(plan, object, filled)
}

function fillInside(plan: DefaultPlan, value: Readonly<Record<string, unknown>>, added: typeof value): typeof value {
  let copy = added === value ? undefined : (added as Record<string, unknown>)
  for (const { name, plan: inner } of plan.properties) {
    if (!hasOwn(added, name)) continue
    // Another part of the schema may have filled in something there already.
    const before = (copy ?? added)[name]
    const after = fillIn(inner, before)
    if (after === before) continue
    copy ??= { ...value }
    // Defining a key costs several times what setting it does.
    if (name === '__proto__') defineKey(copy, name, after)
    else copy[name] = after
  }
  return copy ?? value
}

function fillItems(value: readonly unknown[], { prefix, rest }: ItemPlans): readonly unknown[] {
  const end = rest ? value.length : Math.min(value.length, prefix.length)
  let copy: unknown[] | undefined
  for (let i = 0; i < end; i++) {
    const plan = i < prefix.length ? prefix[i] : rest
    const after = plan ? fillIn(plan, value[i]) : value[i]
    if (after === value[i]) continue
    copy ??= value.slice()
    copy[i] = after
  }
  return copy ?? value
}

/** One property and the JSON text of the value it has when nothing was sent. */
interface MissingProperty {
  readonly name: string
  readonly json: string
}

/** Gives an object the properties it lacks; the same object when it lacks none. */
function addMissing(
  properties: readonly MissingProperty[],
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const { name, json } of properties) {
    if (hasOwn(value, name) && value[name] !== undefined) continue
    copy ??= { ...value }
    defineKey(copy, name, JSON.parse(json))
  }
  return copy ?? value
}
