import { defineKey } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import type { CoercionPlan, KeyRules, PlanSlot } from './coercion-plan.ts'
import { attemptBelow, type CoercionRun, hint, pointerOf, record, repairAt, severalMeanings } from './coercion-run.ts'
import { compileFindRepairCandidates } from './find-repair-candidates.ts'
import { isNullLiteral } from './read-text.ts'
import { renameKeys } from './rename-keys.ts'

/** Repairs what does not fit inside an object. The object itself is never changed. */
export function coerceKeys(
  run: CoercionRun,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const renamed = renameKeys(run, plan, value)
  const named = renamed?.value ?? value
  let copy: Record<string, unknown> | undefined
  for (const key of suspectKeys(run, plan, named)) {
    if (run.depth === 0 && key === run.setup.passThrough) continue
    const sent = renamed?.sent.get(key) ?? key
    let inner = named[key]
    for (const rules of plan.keys) {
      if (inner !== undefined) inner = coerceKey(run, plan, rules, key, sent, inner)
    }
    if (run.hasFailed && run.attempts > 0) return value
    if (inner === named[key]) continue
    copy ??= { ...named }
    if (inner === undefined) delete copy[key]
    else if (key === '__proto__') defineKey(copy, key, inner)
    else copy[key] = inner
  }
  return copy ?? named
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
function coerceKey(
  run: CoercionRun,
  plan: CoercionPlan,
  rules: KeyRules,
  key: string,
  sent: string,
  value: unknown,
): unknown {
  const named = rules.properties.get(key)
  let current = value
  if (named) {
    if (isNothing(value) && isDroppable(run, plan, named, key, value)) {
      const dropped = dropKey(run, named, sent, value)
      if (dropped) return dropped.value
    }
    current = repairAt(run, named, sent, value)
  }
  let isNamed = named !== undefined || rules.named.has(key)
  for (const { matches, slot } of rules.patterns) {
    if (!matches(key)) continue
    isNamed = true
    if (slot) current = repairAt(run, slot, sent, current)
  }
  return isNamed || !rules.additional ? current : repairAt(run, rules.additional, sent, current)
}

function isNothing(value: unknown): boolean {
  return value === null || isNullLiteral(value) || value === ''
}

function isDroppable(run: CoercionRun, plan: CoercionPlan, slot: PlanSlot, key: string, value: unknown): boolean {
  if (plan.required.has(key) || run.setup.plans.acceptNull(slot)) return false
  return value === null || !run.setup.isValid(slot, value)
}

/** Leaves out an optional property that holds nothing, unless what it holds can be read as a value too; undefined when it is not to be left out. */
function dropKey(run: CoercionRun, slot: PlanSlot, sent: string, from: unknown): { value: unknown } | undefined {
  const path = `${pointerOf(run)}/${escapeStep(sent)}`
  if (from === '') {
    hint(run, { path, text: 'leave the property out, if it has no value', meanings: [undefined] })
    return undefined
  }
  const read = from === null ? undefined : attemptBelow(run, slot, sent, from)
  if (read && run.setup.isValid(slot, read.value)) {
    // A listed text is meant as such, in whatever case it is written.
    if (read.coercions.every(({ rule }) => rule === 'enum-spelling')) return undefined
    run.hasFailed = true
    hint(run, severalMeanings(path, [read.value, undefined]))
    return { value: from }
  }
  record(run, { path, from, rule: 'drop-null' })
  return { value: undefined }
}
