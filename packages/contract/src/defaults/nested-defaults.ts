import { stronglyConnectedComponents } from '../engine/strongly-connected-components.ts'
import { hasOwn, isObject } from '../json.ts'
import type { SchemaMap } from '../schema-map.ts'
import type { DefaultPlan, PropertyDefault } from './default-plan.ts'

/** More defaults inside one default than this, and it is left out: a few lines of schema can ask for millions. */
const MAX_NESTED = 1000
/** So many may be inside all defaults of one object together; those after that are left out. */
const MAX_BESIDE = 20_000
/** So many are put into defaults to see whether they then fit, over the whole schema; what is left is left out. */
const MAX_TRIED = 20_000

/**
 * Removes from the plans every object and array that must not be a default: one that its own schema refuses, also with the
 * defaults inside it, and one that is infinite because it contains itself. Which default brings which others along is found
 * once, as a graph.
 */
export function filterNested(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
  fillIn: (plan: DefaultPlan, value: unknown) => unknown,
): void {
  const nested = countNested(plans)
  for (const plan of plans) {
    let all = 0
    plan.defaults = plan.defaults.filter((each) => {
      const count = nested.get(each) ?? 0
      if (count > MAX_NESTED || all + count > MAX_BESIDE) return false
      all += count
      return true
    })
  }
  // Many plans may have the default of one place.
  const known = new Map<PropertyDefault['place']['schema'], boolean>()
  const fits = ({ place, value }: PropertyDefault): boolean => {
    const answer = known.get(place.schema) ?? map.isValid(place, value)
    known.set(place.schema, answer)
    return answer
  }
  let left = MAX_TRIED
  for (const plan of plans) {
    for (const each of plan.defaults) {
      if (!isComposite(each.value) || fits(each)) continue
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
function countNested(plans: readonly DefaultPlan[]): ReadonlyMap<Nested, number> {
  const graph = new Map<Nested, readonly Nested[]>()
  const budget = { left: MAX_FOUND }
  for (const plan of plans) {
    const inside = Map.groupBy(plan.properties, ({ name }) => name)
    for (const each of plan.defaults.filter(({ value }) => isComposite(value))) {
      const holders = inside.get(each.name)?.map((inner) => inner.plan) ?? []
      graph.set(each, broughtAlong(holders, each, budget))
    }
  }
  const counts = new Map<Nested, number>()
  if (graph.size === 0) return counts
  for (const plan of plans) graph.set(plan, plan.defaults)
  // Components come after those they lead to, so that what is inside is counted before what is around it.
  const groups = stronglyConnectedComponents(graph.keys(), (each) => graph.get(each) ?? [])
  for (const members of Map.groupBy(groups.keys(), (each) => groups.get(each)).values()) {
    // A plan brings along what is left once its endless defaults are left out.
    const [defaults, around] = [members.filter(isDefault), members.filter((each) => !isDefault(each))]
    for (const each of defaults) {
      const isEndless = members.length > 1 || graph.get(each)?.includes(each)
      counts.set(each, isEndless ? Number.POSITIVE_INFINITY : 1 + sumOf(each))
    }
    for (const plan of around) counts.set(plan, sumOf(plan))
  }
  return counts

  function sumOf(holder: Nested): number {
    let sum = 0
    for (const each of graph.get(holder) ?? []) {
      const count = counts.get(each) ?? 1
      // What has too many itself is left out, and then brings nothing along.
      if (!isDefault(each) || count <= MAX_NESTED) sum += count
    }
    return sum
  }
}

/** A default, or all defaults of a plan: an empty object brings them along together, so that they are not counted out for each such object. */
type Nested = PropertyDefault | DefaultPlan

function isDefault(nested: Nested): nested is PropertyDefault {
  return 'json' in nested
}

/** So many are looked for in objects that have something in them; what is left counts as endless. */
const MAX_FOUND = 200_000

/** The defaults that are missing in a default, as far as it goes itself. */
function broughtAlong(
  plans: readonly DefaultPlan[],
  each: PropertyDefault,
  budget: { left: number },
): readonly Nested[] {
  const found: Nested[] = []
  const pending = plans.map((plan): [DefaultPlan, unknown] => [plan, each.value])
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [plan, part] = pair
    if (Array.isArray(part)) {
      for (const { prefix, rest } of plan.items) {
        for (const [i, item] of part.entries()) {
          const inner = i < prefix.length ? prefix[i] : rest
          if (inner && isComposite(item)) pending.push([inner, item])
        }
      }
    } else if (isObject(part) && Object.keys(part).length === 0) found.push(plan)
    else if (isObject(part)) {
      budget.left -= plan.defaults.length + plan.properties.length
      if (budget.left < 0) return [each]
      for (const missing of plan.defaults) if (!hasOwn(part, missing.name)) found.push(missing)
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
