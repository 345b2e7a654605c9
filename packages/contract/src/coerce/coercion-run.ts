import { jsonEquals, preview } from '../json.ts'
import { escapeStep, type PathStep } from '../pointer.ts'
import type { SchemaMap } from '../schema-map.ts'
import type { Coercion } from './coercion.ts'
import { type CoercionPlans, fits, type PlanSlot } from './coercion-plan.ts'

/** What could have been meant at a place that was left as it is. */
export interface CoercionHint {
  readonly path: string
  readonly text: string
  /** The values it could mean, each of which would be valid there. */
  readonly meanings?: readonly unknown[]
}

/** What all walks for one schema share. */
export interface CoercionSetup {
  readonly map: SchemaMap
  readonly plans: CoercionPlans
  /** The top-level property that is never looked into. */
  readonly passThrough: string | undefined
  /** What the schema and those who use it call what it is the input of. */
  readonly names: readonly string[]
  /** The name by which it is called, when that is known. */
  readonly tool: string | undefined
  readonly repair: (run: CoercionRun, slot: PlanSlot, value: unknown) => unknown
  /** Whether a value is valid at a place; at the top also when it is once its defaults are filled in. */
  readonly isValid: (slot: PlanSlot, value: unknown) => boolean
  /** The steps to the present place; only the first `depth` of them count. Reused between walks to avoid growing it again. */
  readonly path: PathStep[]
}

/** One walk over one value, and what it did so far. */
export interface CoercionRun {
  readonly setup: CoercionSetup
  readonly input: unknown
  /** Whether alternatives and conditions are looked into. */
  withChoices: boolean
  depth: number
  /** Undefined until there is one, because most walks have none. */
  coercions: Coercion[] | undefined
  hints: CoercionHint[] | undefined
  /** True once something was met that has no repair. */
  hasFailed: boolean
  /** What has several readings in the present attempt; the first was taken to go on. */
  doubts: readonly CoercionHint[]
  /** How many readings around the present place are only tried; in one, the first failure ends the walk. */
  attempts: number
  /** Visits left before the walk is aborted: shared subschemas may multiply them exponentially. */
  allowance: number
  /** True once the first allowance was used up and the size of the value was asked. */
  isMeasured: boolean
  /** Where the innermost array is being wrapped around a value, and how many around that same value. */
  wrap: { readonly depth: number; readonly times: number }
  /** Objects that are being read as what is inside of them. */
  unwrapping: readonly unknown[]
  /** How many objects were tried so. */
  unwraps: number
  /** Which branches took which objects and arrays: readings that are tried meet the same ones again and again. */
  taken: Map<unknown, Map<PlanSlot, boolean>> | undefined
}

/** A value as one reading repairs it. */
export interface Outcome {
  readonly value: unknown
  readonly coercions: readonly Coercion[]
  /** What inside of it has several readings, so that this one is not certain. */
  readonly doubts: readonly CoercionHint[]
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
    doubts: NONE,
    attempts: 0,
    allowance: FREE_VISITS,
    isMeasured: false,
    wrap: NO_WRAP,
    unwrapping: NONE,
    unwraps: 0,
    taken: undefined,
  }
}

const NONE: readonly never[] = Object.freeze([])

/** Repairs what stands one step below the present place. */
export function repairAt(run: CoercionRun, slot: PlanSlot, step: PathStep, value: unknown): unknown {
  const plan = slot.plan ?? run.setup.plans.of(slot)
  if (plan.isFlat && fits(plan, value) && (plan.text === undefined || plan.text(value))) return value
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
  if (text !== undefined) hint(run, { path: pointerOf(run), text })
}

/** Notes what helps to correct a value that is left as it is. */
export function hint(run: CoercionRun, ...hints: readonly CoercionHint[]): void {
  if (run.attempts > 0) return
  run.hints ??= []
  run.hints.push(...hints)
}

/** Whether a branch takes a value as it is. */
export function takes(run: CoercionRun, branch: PlanSlot, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return run.setup.map.isValid(branch.place, value)
  run.taken ??= new Map()
  const answers = run.taken.get(value) ?? new Map<PlanSlot, boolean>()
  const answer = answers.get(branch) ?? run.setup.map.isValid(branch.place, value)
  run.taken.set(value, answers.set(branch, answer))
  return answer
}

/** Repairs a value as one reading would, without doing it: undefined when something in it has no repair. */
export function attempt(run: CoercionRun, slot: PlanSlot, value: unknown): Outcome | undefined {
  const { coercions, hasFailed, doubts, withChoices } = run
  run.coercions = undefined
  run.hasFailed = false
  run.doubts = NONE
  // A reading is judged whole, its alternatives included.
  run.withChoices = true
  run.attempts++
  const result = run.setup.repair(run, slot, value)
  const outcome = run.hasFailed ? undefined : { value: result, coercions: run.coercions ?? [], doubts: run.doubts }
  run.attempts--
  run.coercions = coercions
  run.hasFailed = hasFailed
  run.doubts = doubts
  run.withChoices = withChoices
  return outcome
}

/** The same for what stands one step below the present place in what was sent, though it is read as what stands here. */
export function attemptBelow(run: CoercionRun, slot: PlanSlot, step: PathStep, value: unknown): Outcome | undefined {
  run.setup.path[run.depth++] = step
  const outcome = attempt(run, slot, value)
  run.depth--
  return outcome
}

/**
 * Takes over what the only outcome did. With none, or with several, the value is left as it is, with a hint; in an attempt
 * the first of several is taken, and the doubt noted.
 */
export function adoptOnly(run: CoercionRun, outcomes: readonly Outcome[], value: unknown): unknown {
  const [first] = outcomes
  if (!first) {
    fail(run)
    return value
  }
  const doubts = doubtsOf(run, outcomes)
  if (doubts.length > 0 && run.attempts === 0) {
    run.hasFailed = true
    hint(run, ...doubts)
    return value
  }
  if (doubts.length > 0) run.doubts = [...run.doubts, ...doubts]
  for (const coercion of first.coercions) record(run, coercion)
  return first.value
}

/** What makes it uncertain which outcome is meant; empty when all of them are the same, without a doubt inside. */
function doubtsOf(run: CoercionRun, outcomes: readonly Outcome[]): readonly CoercionHint[] {
  const path = pointerOf(run)
  const meanings: unknown[] = []
  const inside: CoercionHint[] = []
  for (const outcome of outcomes) {
    const here = outcome.doubts.flatMap((doubt) => (doubt.path === path ? (doubt.meanings ?? []) : []))
    for (const meaning of here.length > 0 ? here : [outcome.value]) {
      if (!meanings.some((known) => jsonEquals(known, meaning))) meanings.push(meaning)
    }
    inside.push(...outcome.doubts.filter(({ path: at, meanings: several }) => at !== path || several === undefined))
  }
  return meanings.length > 1 ? [severalMeanings(path, meanings), ...inside] : inside
}

/** The hint that a value could mean several things. */
export function severalMeanings(path: string, meanings: readonly unknown[]): CoercionHint {
  const named = meanings.slice(0, MAX_MEANINGS).map((meaning) => (meaning === undefined ? LEFT_OUT : textOf(meaning)))
  return { path, meanings, text: `it could mean ${named.join(' or ')}; send the one that is meant` }
}

const LEFT_OUT = 'that the property is left out'
const MAX_MEANINGS = 5
const MAX_MEANING = 300

function textOf(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > MAX_MEANING ? preview(value, MAX_MEANING) : text
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
