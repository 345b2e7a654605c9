import { defineKey } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import type { CoercionPlan, KeyRules, PlanSlot } from './coercion-plan.ts'
import { type CoercionRun, pointerOf, record, repairAt } from './coercion-run.ts'
import { compileFindRepairCandidates } from './find-repair-candidates.ts'

/** Repairs what does not fit inside an object. The object itself is never changed. */
export function coerceKeys(
  run: CoercionRun,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const key of suspectKeys(run, plan, value)) {
    if (run.depth === 0 && key === run.setup.passThrough) continue
    let inner = value[key]
    for (const rules of plan.keys) {
      if (inner !== undefined) inner = coerceKey(run, plan, rules, key, inner)
    }
    if (run.hasFailed && run.attempts > 0) return value
    if (inner === value[key]) continue
    copy ??= { ...value }
    if (inner === undefined) delete copy[key]
    else if (key === '__proto__') defineKey(copy, key, inner)
    else copy[key] = inner
  }
  return copy ?? value
}

/** The keys that are visited: those whose values do not fit, where a quick test can tell, else all. */
function suspectKeys(
  run: CoercionRun,
  { keys }: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  const [rules, ...others] = keys
  if (rules === undefined) return NONE
  if (others.length > 0) return Object.keys(value)
  rules.findSuspects ??= compileFindRepairCandidates(rules, run.setup.plans) ?? Object.keys
  return rules.findSuspects(value) ?? NONE
}

const NONE: readonly never[] = Object.freeze([])

/** The value of one key after one part of the schema had its say; undefined when the key is to be dropped. */
function coerceKey(run: CoercionRun, plan: CoercionPlan, rules: KeyRules, key: string, value: unknown): unknown {
  const named = rules.properties.get(key)
  if (named && value === null && isDroppable(run, plan, named, key)) {
    record(run, { path: `${pointerOf(run)}/${escapeStep(key)}`, from: null, rule: 'drop-null' })
    return undefined
  }
  let current = named ? repairAt(run, named, key, value) : value
  let isNamed = named !== undefined || rules.named.has(key)
  for (const { matches, slot } of rules.patterns) {
    if (!matches(key)) continue
    isNamed = true
    if (slot) current = repairAt(run, slot, key, current)
  }
  return isNamed || !rules.additional ? current : repairAt(run, rules.additional, key, current)
}

function isDroppable(run: CoercionRun, plan: CoercionPlan, slot: PlanSlot, key: string): boolean {
  return !plan.required.has(key) && !run.setup.plans.acceptNull(slot)
}
