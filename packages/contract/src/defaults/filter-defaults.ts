import { stronglyConnectedComponents } from '../engine/strongly-connected-components.ts'
import { hasOwn, isObject } from '../json.ts'
import type { SchemaMap } from '../schema-map.ts'
import type { DefaultPlan, PropertyDefault } from './default-plan.ts'

/** More defaults inside one default than this, and it is left out: a few lines of schema can ask for millions. */
const MAX_NESTED = 1000
/** So many are put into defaults to see whether they then fit, over the whole schema; what is left is left out. */
const MAX_TRIED = 20_000

/**
 * Removes from the plans every default that must not be applied: one that its own schema refuses, and one that is
 * infinite because it contains itself. Which default brings which others along is found once, as a graph.
 */
export function filterDefaults(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
  fillIn: (plan: DefaultPlan, value: unknown) => unknown,
): void {
  for (const plan of plans) {
    plan.defaults = plan.defaults.filter((each) => isComposite(each.value) || map.isValid(each.place, each.value))
  }
  const nested = countNested(plans)
  for (const plan of plans) {
    plan.defaults = plan.defaults.filter((each) => (nested.get(each) ?? 0) <= MAX_NESTED)
  }
  let left = MAX_TRIED
  for (const plan of plans) {
    for (const each of plan.defaults) {
      if (!isComposite(each.value) || map.isValid(each.place, each.value)) continue
      left -= nested.get(each) ?? 0
      if (left < 0 || !map.isValid(each.place, filled(plan, each, fillIn))) {
        plan.defaults = plan.defaults.filter((other) => other !== each)
      }
    }
  }
}

function filled(
  plan: DefaultPlan,
  { name, json }: PropertyDefault,
  fillIn: (plan: DefaultPlan, value: unknown) => unknown,
): unknown {
  let value: unknown = JSON.parse(json)
  for (const inner of plan.properties) if (inner.name === name) value = fillIn(inner.plan, value)
  return value
}

/** How many defaults each object or array that is a default brings along, itself included; infinite for one that contains itself. */
function countNested(plans: readonly DefaultPlan[]): ReadonlyMap<PropertyDefault, number> {
  const graph = new Map<PropertyDefault, readonly PropertyDefault[]>()
  for (const plan of plans) {
    for (const each of plan.defaults) if (isComposite(each.value)) graph.set(each, broughtAlong(plan, each))
  }
  const counts = new Map<PropertyDefault, number>()
  // Components come after those they lead to, so that what is inside is counted before what is around it.
  const groups = stronglyConnectedComponents(graph.keys(), (each) => graph.get(each) ?? [])
  for (const members of Map.groupBy(groups.keys(), (each) => groups.get(each)).values()) {
    for (const each of members) {
      const inside = graph.get(each) ?? []
      const isEndless = members.length > 1 || inside.includes(each)
      // What has too many itself is left out, and then brings nothing along.
      const kept = inside.map((other) => counts.get(other) ?? 1).filter((count) => count <= MAX_NESTED)
      const sum = kept.reduce((total, count) => total + count, 1)
      counts.set(each, isEndless ? Number.POSITIVE_INFINITY : sum)
    }
  }
  return counts
}

/** The defaults that are missing in a default, as far as it goes itself. */
function broughtAlong(holder: DefaultPlan, { name, value }: PropertyDefault): PropertyDefault[] {
  const found: PropertyDefault[] = []
  const pending: [DefaultPlan, unknown][] = []
  for (const inner of holder.properties) if (inner.name === name) pending.push([inner.plan, value])
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [plan, part] = pair
    if (Array.isArray(part)) {
      for (const { prefix, rest } of plan.items) {
        for (const [i, item] of part.entries()) {
          const inner = i < prefix.length ? prefix[i] : rest
          if (inner && isComposite(item)) pending.push([inner, item])
        }
      }
    } else if (isObject(part)) {
      for (const each of plan.defaults) if (!hasOwn(part, each.name)) found.push(each)
      for (const inner of plan.properties) {
        if (hasOwn(part, inner.name) && isComposite(part[inner.name])) pending.push([inner.plan, part[inner.name]])
      }
    }
  }
  return found
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
