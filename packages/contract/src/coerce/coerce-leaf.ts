import { isObject } from '../json.ts'
import { itemsFit, wrapInArray } from './coerce-items.ts'
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
import { hintAt, hintGuess } from './guess-value.ts'
import { readNotations } from './read-notation.ts'
import { isThousands, readNumber, readNumbers } from './read-number.ts'
import { isNullWord, looksLikeJson, readBoolean, readComposite } from './read-text.ts'
import { splitGroups, splitList, splitLoosely, splitNegatives, splitSentence } from './split-list.ts'
import { ARRAY, BOOLEAN, FRACTION, NULL, NUMBER, OBJECT, STRING } from './type-mask.ts'

/** Repairs a value whose type or spelling does not fit, when it has exactly one reading that does. */
export function coerceLeaf(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, value: unknown): unknown {
  if (typeof value !== 'string') {
    return settle(run, slot, plan, value, [...asList(run, plan, value), ...asNumbered(run, slot, plan, value)])
  }
  // The most frequent mistake by far, a number in quotes, without the detour by a list of readings.
  if ((plan.types & ~NUMBER) === 0 && !plan.allowed && (plan.types & FRACTION || !isThousands(value))) {
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
  const isRival = (reading: Outcome) => !strong.includes(reading) && itemsFit(run, plan, reading.value)
  if (strong.length === 1 && readings.some(isRival)) {
    // Only the number of items speaks against the other one, and that may be what is wrong.
    hintAt(run, strong[0]?.value)
    return adoptOnly(run, NONE, value)
  }
  if (strong.length > 0) return adoptOnly(run, strong, value)
  if (typeof value === 'string' && plan.types & ARRAY) {
    const weak = asParts(run, slot, value, splitSentence).filter((reading) => isSound(run, slot, reading))
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
  if (types & NUMBER) for (const number of readNumbers(text, (types & FRACTION) === 0)) add('string-to-number', number)
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
  if (types & NULL && (text.trim() === '' || isNullWord(text))) add('text-to-null', null)
  return readings
}

function asList(run: CoercionRun, plan: CoercionPlan, value: unknown): readonly Outcome[] {
  const wrapped = plan.types & ARRAY ? wrapInArray(run, plan, value) : undefined
  return wrapped ? [wrapped] : NONE
}

/** The reading of an object whose keys count from zero as the list of its values. */
function asNumbered(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, value: unknown): readonly Outcome[] {
  if (!(plan.types & ARRAY) || !isObject(value)) return NONE
  const keys = Object.keys(value)
  if (keys.length === 0 || !keys.every((key, i) => key === String(i))) return NONE
  const to = Object.values(value)
  const outcome = attempt(run, slot, to)
  const read: Coercion = { path: pointerOf(run), from: value, to, rule: 'keys-to-list' }
  return outcome ? [{ ...outcome, coercions: [read, ...outcome.coercions] }] : NONE
}

/** Every reading of a text as a list. What parts it less surely is no reading by itself, but makes any other uncertain. */
function asLists(run: CoercionRun, slot: PlanSlot, plan: CoercionPlan, text: string): readonly Outcome[] {
  const certain = [...asList(run, plan, text), ...asParts(run, slot, text)]
  if (certain.length === 0) return asDecimal(run, slot, text)
  const doubtful = [splitNegatives, splitGroups, splitLoosely]
  if (/\s(?:and|&)\s/.test(text) || listsWords(run, plan)) doubtful.push(splitSentence)
  return [...certain, ...doubtful.flatMap((divide) => asParts(run, slot, text, divide)), ...asDecimal(run, slot, text)]
}

/** True for a list of listed values, whose words are told apart by space too. */
function listsWords(run: CoercionRun, plan: CoercionPlan): boolean {
  return plan.items.some(({ rest }) => rest !== undefined && run.setup.plans.of(rest).allowed !== undefined)
}

/** The reading of a delimited text as the list of its parts. */
function asParts(run: CoercionRun, slot: PlanSlot, text: string, divide = splitList): readonly Outcome[] {
  const items = looksLikeJson(text) ? undefined : divide(text)
  if (!items) return NONE
  run.allowance += VISITS_PER_VALUE * items.length
  const outcome = attempt(run, slot, items)
  if (!outcome) return NONE
  const split: Coercion = { path: pointerOf(run), from: text, to: items, rule: 'split-list' }
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
