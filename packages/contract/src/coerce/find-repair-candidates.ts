import { hasOwn } from '../json.ts'
import { type CoercionPlan, type CoercionPlans, fits, type KeyRules } from './coercion-plan.ts'
import { BOOLEAN, INTEGER, NUMBER, STRING } from './type-mask.ts'

/** The names of an object's properties that may need a repair; undefined when none does. */
export type FindRepairCandidates = (value: Readonly<Record<string, unknown>>) => readonly string[] | undefined

/**
 * Compiles the search for properties that do not fit. Generated for the same reason as the adding of missing ones: reading
 * seven properties by computed name costs more than two validations. Undefined where pattern or additional properties have rules too.
 */
export function compileFindRepairCandidates(rules: KeyRules, plans: CoercionPlans): FindRepairCandidates | undefined {
  if (rules.patterns.length > 0 || rules.additional !== undefined) return undefined
  const fine: ((value: unknown) => boolean)[] = []
  const lines = [...rules.properties].map(([name, slot], i) => {
    const plan = plans.of(slot)
    fine.push(needsNoRepair(plan, plans))
    const key = JSON.stringify(name)
    const isThere = name in Object.prototype ? `hasOwn(value, ${key})` : 'v !== undefined'
    return `v = value[${key}]\nif (${isThere} && !(${fitsTest(plan) ?? `fine[${i}](v)`})) (found ??= []).push(${key})`
  })
  const body = `return (value) => {\nlet v, found\n${lines.join('\n')}\nreturn found\n}`
  return new Function('fine', 'hasOwn', body)(fine, hasOwn)
}

/** Tells values that surely need no repair: scalars that fit, and arrays of them. */
function needsNoRepair(plan: CoercionPlan, plans: CoercionPlans): (value: unknown) => boolean {
  if (plan.isFlat) return (value) => isFine(plan, value)
  const [rules] = plan.items
  const isList = plan.items.length === 1 && plan.unions.length + plan.conditions.length + plan.keys.length === 0
  const item = isList && rules?.prefix.length === 0 && rules.rest ? plans.of(rules.rest) : undefined
  if (!item?.isFlat) return () => false
  return (value) => Array.isArray(value) && fits(plan, value) && value.every((each) => isFine(item, each))
}

function isFine(plan: CoercionPlan, value: unknown): boolean {
  return fits(plan, value) && (plan.text === undefined || plan.text(value))
}

/** The test of a plain type as code; undefined where more than the type matters. */
function fitsTest({ isFlat, allowed, text, types }: CoercionPlan): string | undefined {
  if (!isFlat || allowed || text) return undefined
  if (types === STRING) return 'typeof v === "string"'
  if (types === BOOLEAN) return 'typeof v === "boolean"'
  if (types === NUMBER) return 'typeof v === "number"'
  return types === INTEGER ? 'typeof v === "number" && Number.isInteger(v)' : undefined
}
