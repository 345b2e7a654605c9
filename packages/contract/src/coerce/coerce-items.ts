import { jsonEquals } from '../json.ts'
import type { Coercion } from './coercion.ts'
import type { CoercionPlan, ItemRules, PlanSlot } from './coercion-plan.ts'
import { attempt, type CoercionRun, fail, type Outcome, pointerOf, repairAt, severalMeanings } from './coercion-run.ts'
import { looksLikeJson } from './read-text.ts'

/** Repairs what does not fit inside an array. The array itself is never changed. */
export function coerceItems(run: CoercionRun, plan: CoercionPlan, value: readonly unknown[]): readonly unknown[] {
  let current = value
  for (const rules of plan.items) {
    current = coerceItemsBy(run, rules, current)
    if (run.hasFailed && run.attempts > 0) break
  }
  return current
}

/** The array around a single value, when the value fits as its only item or has a repair that does. */
export function wrapInArray(run: CoercionRun, plan: CoercionPlan, value: unknown): Outcome | undefined {
  if (value === null || value === undefined || Array.isArray(value)) return undefined
  const outer = run.wrap
  const times = outer.depth === run.depth ? outer.times + 1 : 1
  // An array of arrays of arrays no longer shows what a single value was meant to be.
  if (times > MAX_WRAPS) return undefined
  run.wrap = { depth: run.depth, times }
  const item = asItem(run, plan, value)
  run.wrap = outer
  // A broken or misfitting JSON text was not meant as an item that happens to start with a bracket.
  if (!item || (typeof item.value === 'string' && looksLikeJson(item.value))) return undefined
  const to = [item.value]
  const path = pointerOf(run)
  const wrapped: Coercion = { path, from: item.value, to, rule: 'wrap-in-array' }
  const doubts = item.doubts.map((doubt) =>
    doubt.path === path && doubt.meanings
      ? severalMeanings(
          path,
          doubt.meanings.map((each) => [each]),
        )
      : doubt,
  )
  return { value: to, coercions: [...item.coercions, wrapped], doubts }
}

const MAX_WRAPS = 2

function asItem(run: CoercionRun, plan: CoercionPlan, value: unknown): Outcome | undefined {
  let item: Outcome = { value, coercions: [], doubts: [] }
  for (const rules of plan.items) {
    const slot = slotAt(rules, 0)
    if (!slot) continue
    const next = attempt(run, slot, item.value)
    if (!next) return undefined
    item = {
      value: next.value,
      coercions: [...item.coercions, ...next.coercions],
      doubts: [...item.doubts, ...next.doubts],
    }
  }
  return item
}

function coerceItemsBy(run: CoercionRun, rules: ItemRules, value: readonly unknown[]): readonly unknown[] {
  const before = run.coercions?.length ?? 0
  const end = rules.rest ? value.length : Math.min(value.length, rules.prefix.length)
  let copy: unknown[] | undefined
  for (let i = 0; i < end; i++) {
    const slot = slotAt(rules, i)
    if (!slot) continue
    const item = repairAt(run, slot, i, value[i])
    if (item !== value[i]) {
      copy ??= value.slice()
      copy[i] = item
    }
    if (run.hasFailed && run.attempts > 0) return value
  }
  if (!copy) return value
  const whole = rules.rest && asOneItem(run, rules.rest, value, copy)
  if (whole && run.attempts === 0) {
    run.coercions?.splice(before)
    fail(run, 'it could be one item or a list of items; put each item in an array of its own')
    return value
  }
  if (whole) run.doubts = [...run.doubts, severalMeanings(pointerOf(run), [copy, whole])]
  return copy
}

/** The array around the array, when the items were all wrapped, yet it could as well be the one item of that. */
function asOneItem(
  run: CoercionRun,
  slot: PlanSlot,
  value: readonly unknown[],
  copy: readonly unknown[],
): readonly unknown[] | undefined {
  if (!Array.isArray(copy[0]) || value.some(Array.isArray) || !copy.every(Array.isArray)) return undefined
  const whole = attempt(run, slot, value)
  return whole === undefined || jsonEquals([whole.value], copy) ? undefined : [whole.value]
}

/** True for an array of several items that are all valid, whatever the array itself is held to. */
export function itemsFit(run: CoercionRun, plan: CoercionPlan, value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false
  return plan.items.every((rules) =>
    value.every((item, i) => {
      const slot = slotAt(rules, i)
      return slot === undefined || run.setup.isValid(slot, item)
    }),
  )
}

function slotAt(rules: ItemRules, index: number): PlanSlot | undefined {
  return index < rules.prefix.length ? rules.prefix[index] : rules.rest
}
