import { wrapInArray } from './coerce-items.ts'
import type { Coercion, CoercionRule } from './coercion.ts'
import { type CoercionPlan, fits, type PlanSlot } from './coercion-plan.ts'
import {
  adoptOnly,
  attempt,
  type CoercionRun,
  fail,
  type Outcome,
  pointerOf,
  record,
  VISITS_PER_VALUE,
} from './coercion-run.ts'
import { hintGuess } from './guess-value.ts'
import { readNotations } from './read-notation.ts'
import { readNumber, readNumbers } from './read-number.ts'
import { isNullWord, looksLikeJson, readBoolean, readComposite } from './read-text.ts'
import { splitList } from './split-list.ts'
import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING } from './type-mask.ts'

/** Repairs a value whose type or spelling does not fit, when it has exactly one reading that does. */
export function coerceLeaf(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, value: unknown): unknown {
  if (typeof value !== 'string') return settle(run, slot, plan, value, asList(run, plan, value))
  // The most frequent mistake by far, a number in quotes, without the detour by a list of readings.
  if ((plan.types & ~NUMBER) === 0 && !plan.allowed) {
    const to = readNumber(value)
    if (to !== undefined && fits(plan, to)) {
      record(run, { path: pointerOf(run), from: value, to, rule: 'string-to-number' })
      return to
    }
  }
  const composite = plan.types & (ARRAY | OBJECT) ? readComposite(value) : undefined
  if (composite?.problem !== undefined) {
    fail(run, `${composite.problem}; send each key once`)
    return value
  }
  if (composite?.value !== undefined && fits(plan, composite.value)) {
    run.allowance += VISITS_PER_VALUE * value.length
    const { value: to } = composite
    record(run, { path: pointerOf(run), from: value, to, rule: 'parse-json' })
    return to
  }
  const lists = plan.types & ARRAY ? asLists(run, slot, plan, value) : NONE
  return settle(run, slot, plan, value, [...readText(run, slot, plan, value), ...lists])
}

/** Takes over the only reading; of several those that are valid count. */
function settle(
  run: CoercionRun,
  slot: PlanSlot,
  plan: CoercionPlan,
  value: unknown,
  readings: readonly Outcome[],
): unknown {
  const strong = readings.length > 1 ? readings.filter((reading) => isSound(run, slot, reading)) : readings
  if (strong.length > 0) return adoptOnly(run, strong, value)
  if (typeof value === 'string' && plan.types & ARRAY) {
    const weak = asParts(run, slot, value, { isWeak: true }).filter((reading) => isSound(run, slot, reading))
    if (weak.length > 0) return adoptOnly(run, weak, value)
    if (readings.length === 0 && looksLikeJson(value)) fail(run, 'send an array, not text')
  }
  if (readings.length === 0) hintGuess(run, slot, value)
  // One reading is tried though it will be refused, so that the refusal can name it; several would only confuse.
  return adoptOnly(run, readings.length > 1 ? NONE : readings, value)
}

/** True when a reading leads to a value that is valid at the place. */
function isSound(run: CoercionRun, slot: PlanSlot, reading: Outcome): boolean {
  const repaired = attempt(run, slot, reading.value)
  return repaired !== undefined && run.setup.isValid(slot, repaired.value)
}

/** Every reading of a text as a scalar that the plan takes. */
function readText(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, text: string): readonly Outcome[] {
  const { types, allowed } = plan
  const readings: Outcome[] = []
  const add = (rule: CoercionRule, to: unknown) => {
    const coercion: Coercion = { path: pointerOf(run), from: text, to, rule }
    if (to !== undefined && fits(plan, to)) readings.push({ value: to, coercions: [coercion], doubts: NONE })
  }
  if (types & NUMBER) for (const number of readNumbers(text)) add('string-to-number', number)
  if (types & BOOLEAN) add('string-to-boolean', readBoolean(text))
  for (const spelling of allowed?.spellings(text) ?? NONE) add('enum-spelling', spelling)
  if (types & STRING && plan.text) {
    for (const meaning of readNotations(text)) {
      add(
        'text-notation',
        meaning.find((spelling) => fits(plan, spelling) && run.setup.isValid(slot, spelling)),
      )
    }
  }
  // A listed text that only looks like the word for nothing is that text.
  if (types & NULL && readings.length === 0 && (text.trim() === '' || isNullWord(text))) add('text-to-null', null)
  return readings
}

function asList(run: CoercionRun, plan: CoercionPlan, value: unknown): readonly Outcome[] {
  const wrapped = plan.types & ARRAY ? wrapInArray(run, plan, value) : undefined
  return wrapped ? [wrapped] : NONE
}

/** Every reading of a text as a list. Space parts what is listed only where digits in groups of three make it as likely as one number. */
function asLists(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, text: string): readonly Outcome[] {
  const spaced = SPACED_GROUPS.test(text) ? asParts(run, slot, text, { isWeak: true }) : NONE
  return [...asList(run, plan, text), ...asParts(run, slot, text), ...spaced, ...asDecimal(run, slot, text)]
}

const SPACED_GROUPS = /^\s*\d{1,3}(?: \d{3})+\s*$/

/** The reading of a delimited text as the list of its parts. */
function asParts(run: CoercionRun, slot: PlanSlot, text: string, { isWeak = false } = {}): readonly Outcome[] {
  if (looksLikeJson(text)) return NONE
  const listed = splitList(text)
  if (!listed || listed.isWeak !== isWeak) return NONE
  run.allowance += VISITS_PER_VALUE * listed.items.length
  const outcome = attempt(run, slot, listed.items)
  if (!outcome) return NONE
  const split: Coercion = { path: pointerOf(run), from: text, to: listed.items, rule: 'split-list' }
  return [{ ...outcome, coercions: [split, ...outcome.coercions] }]
}

/** The reading of `10,50` as a list of one number with a decimal comma: it is what makes two numbers of it uncertain. */
function asDecimal(run: CoercionRun, slot: PlanSlot, text: string): readonly Outcome[] {
  const [, whole, fraction] = DECIMAL_COMMA.exec(text) ?? []
  const outcome = fraction === undefined ? undefined : attempt(run, slot, [Number(`${whole}.${fraction}`)])
  return outcome ? [outcome] : NONE
}

const DECIMAL_COMMA = /^\s*([+-]?\d{1,15}),(\d{1,15})\s*$/

const NONE: readonly never[] = Object.freeze([])
