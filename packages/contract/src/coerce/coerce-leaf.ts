import { wrapInArray } from './coerce-items.ts'
import type { Coercion, CoercionRule } from './coercion.ts'
import { type CoercionPlan, fits } from './coercion-plan.ts'
import { adoptOnly, type CoercionRun, fail, type Outcome, pointerOf, record, VISITS_PER_VALUE } from './coercion-run.ts'
import { looksLikeJson, readBoolean, readComposite, readNumber } from './read-text.ts'
import { ARRAY, BOOLEAN, NUMBER, OBJECT } from './type-mask.ts'

/** Repairs a value whose type or spelling does not fit, when it has exactly one reading that does. */
export function coerceLeaf(run: CoercionRun, plan: CoercionPlan, value: unknown): unknown {
  if (typeof value === 'string' && (plan.types & ~NUMBER) === 0 && !plan.allowed)
    return coerceToNumber(run, plan, value)
  const readings = typeof value === 'string' ? readText(run, plan, value) : NONE
  const only = readings[0]
  if (plan.types & ARRAY && only?.rule !== 'parse-json') return coerceToArray(run, plan, value, readings)
  if (!only || readings.length > 1) return adoptOnly(run, readings.map(toOutcome), value)
  record(run, only)
  return only.to
}

/** The most frequent mistake by far, a number in quotes, without the detour by a list of readings. */
function coerceToNumber(run: CoercionRun, plan: CoercionPlan, from: string): unknown {
  const to = readNumber(from)
  if (to === undefined || !fits(plan, to)) {
    fail(run)
    return from
  }
  record(run, { path: pointerOf(run), from, to, rule: 'string-to-number' })
  return to
}

/** Every reading of a text that the plan takes; one as JSON comes first. */
function readText(run: CoercionRun, plan: CoercionPlan, text: string): readonly Coercion[] {
  const { types, allowed } = plan
  let readings: readonly Coercion[] = NONE
  if (types & (ARRAY | OBJECT)) {
    const composite = readComposite(text)
    if (composite !== undefined) run.allowance += VISITS_PER_VALUE * text.length
    readings = withReading(readings, run, plan, 'parse-json', text, composite)
  }
  if (types & NUMBER) {
    readings = withReading(readings, run, plan, 'string-to-number', text, readNumber(text))
  }
  if (types & BOOLEAN) readings = withReading(readings, run, plan, 'string-to-boolean', text, readBoolean(text))
  for (const spelling of allowed?.spellings(text) ?? NONE) {
    readings = withReading(readings, run, plan, 'enum-spelling', text, spelling)
  }
  return readings
}

function withReading(
  readings: readonly Coercion[],
  run: CoercionRun,
  plan: CoercionPlan,
  rule: CoercionRule,
  from: string,
  to: unknown,
): readonly Coercion[] {
  if (to === undefined || !fits(plan, to)) return readings
  const reading = { path: pointerOf(run), from, to, rule }
  return readings.length === 0 ? [reading] : [...readings, reading]
}

const NONE: readonly never[] = Object.freeze([])

function coerceToArray(run: CoercionRun, plan: CoercionPlan, value: unknown, readings: readonly Coercion[]): unknown {
  const wrapped = wrapInArray(run, plan, value)
  if (!wrapped && typeof value === 'string' && looksLikeJson(value)) fail(run, 'send an array, not text')
  const outcomes = readings.map(toOutcome)
  return adoptOnly(run, wrapped ? [...outcomes, wrapped] : outcomes, value)
}

function toOutcome(coercion: Coercion): Outcome {
  return { value: coercion.to, coercions: [coercion] }
}
