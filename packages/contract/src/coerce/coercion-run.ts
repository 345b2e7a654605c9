import { jsonEquals, preview } from '../json.ts'
import { escapeStep, type PathStep } from '../pointer.ts'
import type { SchemaMap } from '../schema-map.ts'
import type { Coercion } from './coercion.ts'
import { type CoercionPlans, fits, type PlanSlot } from './coercion-plan.ts'

/** What could have been meant at a place that was left as it is. */
export interface CoercionHint {
  readonly path: string
  readonly text: string
}

/** What all walks for one schema share. */
export interface CoercionSetup {
  readonly map: SchemaMap
  readonly plans: CoercionPlans
  /** The top-level property that is never looked into. */
  readonly passThrough: string | undefined
  readonly repair: (run: CoercionRun, slot: PlanSlot, value: unknown) => unknown
  /** The steps to the present place; only the first `depth` of them count. Reused between walks to avoid growing it again. */
  readonly path: PathStep[]
}

/** One walk over one value, and what it did so far. */
export interface CoercionRun {
  readonly setup: CoercionSetup
  readonly input: unknown
  /** Whether alternatives and conditions are looked into. */
  readonly withChoices: boolean
  depth: number
  /** Undefined until there is one, because most walks have none. */
  coercions: Coercion[] | undefined
  hints: CoercionHint[] | undefined
  /** True once something was met that has no repair. */
  hasFailed: boolean
  /** How many readings around the present place are only tried; in one, the first failure ends the walk. */
  attempts: number
  /** Visits left before the walk is aborted: shared subschemas may multiply them exponentially. */
  allowance: number
  /** True once the first allowance was used up and the size of the value was asked. */
  isMeasured: boolean
  /** Where the innermost array is being wrapped around a value, and how many around that same value. */
  wrap: { readonly depth: number; readonly times: number }
}

/** A value as one reading repairs it. */
export interface Outcome {
  readonly value: unknown
  readonly coercions: readonly Coercion[]
}

/** Starts a walk over a value. */
export function startRun(setup: CoercionSetup, input: unknown, withChoices: boolean): CoercionRun {
  return {
    setup,
    input,
    withChoices,
    depth: 0,
    coercions: undefined,
    hints: undefined,
    hasFailed: false,
    attempts: 0,
    allowance: FREE_VISITS,
    isMeasured: false,
    wrap: NO_WRAP,
  }
}

/** Repairs what stands one step below the present place. */
export function repairAt(run: CoercionRun, slot: PlanSlot, step: PathStep, value: unknown): unknown {
  const plan = slot.plan ?? run.setup.plans.of(slot)
  if (plan.isFlat && fits(plan, value)) return value
  run.setup.path[run.depth++] = step
  const repaired = run.setup.repair(run, slot, value)
  run.depth--
  return repaired
}

/** JSON pointer to the present place. */
export function pointerOf(run: CoercionRun): string {
  let pointer = ''
  for (let i = 0; i < run.depth; i++) pointer += `/${escapeStep(run.setup.path[i] ?? '')}`
  return pointer
}

/** Notes a repair at the present place. */
export function record(run: CoercionRun, coercion: Coercion): void {
  if (run.coercions) run.coercions.push(coercion)
  else run.coercions = [coercion]
}

/** Notes that there is no repair at the present place, and why not when that helps. */
export function fail(run: CoercionRun, text?: string): void {
  run.hasFailed = true
  if (text === undefined || run.attempts > 0) return
  run.hints ??= []
  run.hints.push({ path: pointerOf(run), text })
}

/** Repairs a value as one reading would, without doing it: undefined when something in it has no repair. */
export function attempt(run: CoercionRun, slot: PlanSlot, value: unknown): Outcome | undefined {
  const { coercions, hasFailed } = run
  run.coercions = undefined
  run.hasFailed = false
  run.attempts++
  const result = run.setup.repair(run, slot, value)
  const outcome = run.hasFailed ? undefined : { value: result, coercions: run.coercions ?? [] }
  run.attempts--
  run.coercions = coercions
  run.hasFailed = hasFailed
  return outcome
}

/** Takes over what the only outcome did; leaves the value as it is, with a hint, when there is none or more than one. */
export function adoptOnly(run: CoercionRun, outcomes: readonly Outcome[], value: unknown): unknown {
  const [first, ...others] = outcomes
  const different = first ? others.filter((other) => !jsonEquals(other.value, first.value)) : []
  if (!first || different.length > 0) {
    const meanings = outcomes.map((outcome) => preview(outcome.value, 40)).join(' or ')
    fail(run, first && `it could mean ${meanings}; send the one that is meant`)
    return value
  }
  for (const coercion of first.coercions) record(run, coercion)
  return first.value
}

/** Counts one visit; false when there were too many for the size of the value. */
export function mayVisit(run: CoercionRun): boolean {
  if (--run.allowance > 0) return true
  if (run.isMeasured) return false
  run.isMeasured = true
  run.allowance = VISITS_PER_VALUE * sizeOf(run.input)
  return true
}

/** Visits for each value inside a value, and for each character of a text that turned out to be JSON. */
export const VISITS_PER_VALUE = 32
/** Visits before the size of a value is asked. */
const FREE_VISITS = 10_000
const NO_WRAP = { depth: -1, times: 0 }

function sizeOf(value: unknown): number {
  let size = 0
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const each = pending.pop()
    size++
    if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) pending.push(inner)
  }
  return size
}
