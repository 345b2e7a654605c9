import { isObject } from '../json.ts'
import type { PlanSlot } from './coercion-plan.ts'
import { attempt, type CoercionRun, hint, pointerOf, severalMeanings } from './coercion-run.ts'
import { assumeCentury, assumeUniversalTime } from './read-moment.ts'
import { readNumber } from './read-number.ts'
import { stripText, stripWord } from './strip-text.ts'

const MAX_LENGTH = 500

/** Hints at a value that may be meant but would have to be guessed, if it is one that would be taken. */
export function hintGuess(run: CoercionRun, slot: PlanSlot, value: unknown): void {
  if (run.attempts > 0) return
  const meanings = typeof value === 'string' && value.length <= MAX_LENGTH ? meaningsOf(run, slot, value) : []
  if (meanings.length > 1) {
    hint(run, severalMeanings(pointerOf(run), meanings))
    return
  }
  for (const guess of [...meanings, ...guesses(value, unitOf(run))]) {
    const repaired = attempt(run, slot, guess)
    if (!repaired || repaired.doubts.length > 0 || !run.setup.isValid(slot, repaired.value)) continue
    hintAt(run, repaired.value)
    return
  }
}

/** Hints at a value that would be taken at the present place. */
export function hintAt(run: CoercionRun, value: unknown): void {
  const text = `send ${JSON.stringify(value)}, if that is meant`
  hint(run, { path: pointerOf(run), text, meanings: [value] })
}

/**
 * What a text may mean that would have to be guessed: several listed values where one of them is wanted, a percentage as a number and as a part
 * of one, a date without its century, an address without its scheme or with zeros that may count in eights.
 */
function meaningsOf(run: CoercionRun, slot: PlanSlot, text: string): readonly unknown[] {
  const { allowed } = run.setup.plans.of(slot)
  const bare = stripText(text)
  const spellings = [...assumeCentury(bare), ...addressesOf(bare)].filter((each) => run.setup.isValid(slot, each))
  if (spellings.length > 0) return spellings
  const percent = PERCENT.exec(text)?.[1]
  if (percent !== undefined) {
    const share = readNumber(percent)
    return share === undefined ? [] : [share, share / 100].filter((each) => run.setup.isValid(slot, each))
  }
  if (!allowed) return []
  const spelled = text.split(ALTERNATIVES).map((part) => allowed.spellings(part))
  return spelled.every(({ length }) => length === 1) ? [...new Set(spelled.flat())] : []
}

const PERCENT = /^\s*(-?\d{1,9}(?:\.\d{1,9})?)\s*[%％]\s*$/
const ALTERNATIVES = /\s*[,;/|，；、\n]\s*(?:(?:and|or)\s)?|\s+(?:and|or|&)\s+|和|或/

function guesses(value: unknown, unit: string | undefined): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.length === 1 ? [value[0]] : []
  if (isObject(value)) {
    const inside = Object.values(value)
    const isNumbered = Object.keys(value).every((key) => /^\d+$/.test(key))
    return inside.length === 1 ? inside : isNumbered ? [inside] : []
  }
  return typeof value === 'string' && value.length <= MAX_LENGTH ? textGuesses(stripText(value), unit) : []
}

function textGuesses(text: string, unit: string | undefined): readonly string[] {
  const named = /<([^<>\s]+)>\s*$/.exec(text)?.[1]
  const decimal = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined
  const both = text.replaceAll(/\s+or\s+|或/g, ', ')
  const anyDay = text.replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+/i, '')
  const cases = [stripWord(text), text.toUpperCase(), text.toLowerCase()]
  return [assumeUniversalTime(text), named, decimal, both, amountOf(text, unit), anyDay, ...cases].filter(
    (guess) => guess !== undefined && guess !== text,
  ) as string[]
}

function addressesOf(text: string): readonly string[] {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) {
    const numbers = text.split('.')
    const inEights = numbers.map((each) => (/^0[0-7]+$/.test(each) ? Number.parseInt(each, 8) : Number(each)))
    return [...new Set([numbers.map(Number).join('.'), inEights.join('.')])]
  }
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(text) ? [`https://${text}`, `http://${text}`] : []
}

/** The number beside a currency, or beside the unit that the property is named after: any other may have to be converted. */
function amountOf(text: string, unit: string | undefined): string | undefined {
  const [, before, after] = /^(\p{Sc}|[A-Z]{3})?\s*-?\d[\d.,]*\s*(\p{Sc}|\p{L}+|[%％])?$/u.exec(text) ?? []
  const beside = before ?? after ?? ''
  const isKnown = /^(?:\p{Sc}|[A-Z]{3}|[%％])$/u.test(beside) || (unit !== undefined && singular(beside) === unit)
  return isKnown ? text.replaceAll(/[^\d.,-]/g, '') : undefined
}

/** The last word in the name of the property, which may say in what its value is measured. */
function unitOf({ depth, setup }: CoercionRun): string | undefined {
  const [word] = /\p{Lu}?\p{Ll}+$|\p{L}+$/u.exec(String(setup.path[depth - 1] ?? '')) ?? []
  return depth === 0 || word === undefined ? undefined : singular(word)
}

function singular(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}
