import type { DefaultPlan } from '../defaults/default-plan.ts'
import { fillIn } from '../defaults/fill-defaults.ts'
import type { PathStep } from '../pointer.ts'

/** All plans by which one value is filled in: several parts of a schema may have one for it. */
export interface PlanSet {
  readonly plans: readonly DefaultPlan[]
  /** What an object has, once it is filled in, under each name that was missing. */
  readonly values: ReadonlyMap<string, unknown>
}

/** The sets of plans of one schema, each made once. */
export interface PlanSets {
  /** The set of some plans; undefined for none. */
  of(plans: readonly DefaultPlan[]): PlanSet | undefined
  /** The plans for what a subschema applies to: the same value, or what is inside of it. */
  below(set: PlanSet | undefined, keyword: PathStep, key: PathStep | undefined): PlanSet | undefined
}

/** Keywords whose schemas apply to the same value. */
const IN_PLACE: ReadonlySet<PathStep> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
])

/** Keeps the sets of plans. */
export function planSets(): PlanSets {
  const numbers = new Map<DefaultPlan, number>()
  const known = new Map<string, PlanSet>()

  function of(plans: readonly DefaultPlan[]): PlanSet | undefined {
    const distinct = [...new Set(plans)]
    if (distinct.length === 0) return undefined
    for (const plan of distinct) if (!numbers.has(plan)) numbers.set(plan, numbers.size)
    const name = distinct.map((plan) => numbers.get(plan)).join()
    const set = known.get(name) ?? { plans: distinct, values: valuesOf(distinct) }
    known.set(name, set)
    return set
  }

  return {
    of,
    below(set, keyword, key) {
      if (!set || IN_PLACE.has(keyword)) return set
      if (keyword === 'properties')
        return of(
          set.plans.flatMap(({ properties }) => properties.flatMap(({ name, plan }) => (name === key ? plan : []))),
        )
      if (keyword !== 'items' && keyword !== 'prefixItems') return undefined
      const items = set.plans.flatMap((plan) => plan.items)
      const at = ({ prefix, rest }: (typeof items)[number]) =>
        keyword === 'prefixItems' && Number(key) < prefix.length ? prefix[Number(key)] : rest
      return of(items.map(at).filter((plan) => plan !== undefined))
    },
  }
}

function valuesOf(plans: readonly DefaultPlan[]): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(plans.reduce<unknown>((value, plan) => fillIn(plan, value), {}) as object))
}
