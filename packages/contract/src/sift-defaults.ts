import { compileAddMissing } from './add-missing.ts'
import type { DefaultPlan, PropertyDefault } from './default-plan.ts'
import type { SchemaObject } from './schema.ts'
import type { SchemaMap } from './schema-map.ts'

/** More defaults inside one default than this, and it is left out: a few lines of schema can ask for millions. */
const MAX_NESTED = 1000

/**
 * Takes out of the plans every default that must not be applied: one that its own schema refuses, and one that never
 * ends because it contains itself.
 */
export function siftDefaults(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
  fillIn: (plan: DefaultPlan, value: unknown) => unknown,
): void {
  const isAccepted = compileCheck(map, plans)
  let left = 0
  function prepare(plan: DefaultPlan): void {
    const add = compileAddMissing(plan.defaults)
    plan.addMissing = (value) => {
      const filled = add(value)
      if (filled !== value && --left < 0) throw new RangeError('a default with too many defaults inside')
      return filled
    }
  }
  function isUsable(plan: DefaultPlan, each: PropertyDefault): boolean {
    left = MAX_NESTED
    let value: unknown = JSON.parse(each.json)
    try {
      for (const inner of plan.properties) if (inner.name === each.name) value = fillIn(inner.plan, value)
    } catch {
      return false
    }
    return isAccepted(each, each.value) || isAccepted(each, value)
  }

  for (const plan of plans) {
    plan.defaults = plan.defaults.filter((each) => isComposite(each.value) || isAccepted(each, each.value))
    prepare(plan)
  }
  for (const plan of plans) {
    for (const each of plan.defaults) {
      if (!isComposite(each.value) || isUsable(plan, each)) continue
      plan.defaults = plan.defaults.filter((other) => other !== each)
      prepare(plan)
    }
  }
}

/** One validator for all defaults, since compiling one for each would cost more than the schema itself. */
function compileCheck(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
): (each: PropertyDefault, value: unknown) => boolean {
  const names = new Map<PropertyDefault, string>()
  const properties: Record<string, SchemaObject> = {}
  for (const each of plans.flatMap(({ defaults }) => defaults)) {
    const $ref = map.refTo(each.place)
    if ($ref === undefined) continue
    const name = `default${names.size}`
    names.set(each, name)
    properties[name] = { $ref }
  }
  const validator = map.compile({ properties })
  return (each, value) => {
    const name = names.get(each)
    return name !== undefined && validator?.isValid({ [name]: value }) === true
  }
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
