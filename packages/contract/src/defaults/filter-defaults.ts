import type { SchemaMap } from '../schema-map.ts'
import { compileAddMissing } from './add-missing.ts'
import type { DefaultPlan, PropertyDefault } from './default-plan.ts'

/** More defaults inside one default than this, and it is left out: a few lines of schema can ask for millions. */
const MAX_NESTED = 1000

/**
 * Removes from the plans every default that must not be applied: one that its own schema refuses, and one that is
 * infinite because it contains itself.
 */
export function filterDefaults(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
  fillIn: (plan: DefaultPlan, value: unknown) => unknown,
): void {
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
    return map.isValid(each.place, each.value) || map.isValid(each.place, value)
  }

  for (const plan of plans) {
    plan.defaults = plan.defaults.filter((each) => isComposite(each.value) || map.isValid(each.place, each.value))
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

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
