import { isMultipleOf } from '../engine/multiple-of.ts'
import { fitsScalars } from './fits-scalars.ts'
import { NOTHING, type Run } from './run.ts'
import type { Shape } from './shape.ts'

const TRIES = 60
/** Digits after the point that are kept when a step is no whole number. */
const MAX_DECIMALS = 12

/** A number that fits: often one at the edge of what is allowed. */
export function makeNumber(shape: Shape, run: Run): unknown {
  const { number } = shape
  const step = stepOf(number.multiples, number.integer)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const value = step === undefined ? anyNumber(shape, run) : steppedNumber(shape, run, step, attempt)
    if (!fitsScalars(shape, value) || !number.multiples.every((factor) => isMultipleOf(value, factor))) continue
    if (!number.notMultiples.some((factor) => isMultipleOf(value, factor))) return value
  }
  run.blame(`no number was found ${describe(shape)}`)
  return NOTHING
}

/** A whole multiple of the step, near an edge or anywhere between. */
function steppedNumber(shape: Shape, { random, mode }: Run, step: number, attempt: number): number {
  const { min, max } = rangeOf(shape)
  const least = Math.ceil(min / step)
  const most = Math.floor(max / step)
  if (mode === 'example' && attempt === 0) return exactTimes(niceWithin(least, most), step)
  if (mode === 'small' && attempt === 0) return exactTimes(nearestToZero(least, most), step)
  if (mode === 'large' && attempt === 0) return exactTimes(most, step)
  const inner = random.int(0, 2)
  const factor = random.pick([
    least + inner,
    most - inner,
    random.int(least, most),
    random.int(Math.max(least, -10), Math.min(most, 10)),
  ])
  return exactTimes(factor, step)
}

/** Any number: mostly a short one. */
function anyNumber(shape: Shape, { random, mode }: Run): number {
  const { min, max } = rangeOf(shape)
  const middle = min + (max - min) * random.unit()
  if (mode === 'example') return niceWithin(min, max)
  return random.pick([
    min,
    max,
    nearestToZero(min, max),
    Math.round(middle),
    Number(middle.toFixed(2)),
    Number(middle.toPrecision(3)),
    Math.floor(middle) + 0.5,
    middle,
    min + (max - min) / 2,
  ])
}

/** The bounds with a far end for those that are open: far enough for variety, near enough to stay exact. */
function rangeOf({ number }: Shape): { min: number; max: number } {
  const least = Math.max(number.min, number.above)
  const most = Math.min(number.max, number.below)
  const reach = 1000 + Math.abs(Number.isFinite(least) ? least : Number.isFinite(most) ? most : 0)
  const min = Number.isFinite(least) ? least : Math.min(0, Number.isFinite(most) ? most : 0) - reach
  const max = Number.isFinite(most) ? most : Math.max(0, min) + reach
  return { min: Math.max(min, -Number.MAX_VALUE), max: Math.min(max, Number.MAX_VALUE) }
}

function nearestToZero(min: number, max: number): number {
  return min > 0 ? min : Math.min(max, 0)
}

/** A number a person would give: 10, 5 or 1 where they fit. */
function niceWithin(min: number, max: number): number {
  return [10, 5, 1, 0.5].find((nice) => nice >= min && nice <= max) ?? nearestToZero(min, max)
}

/** The smallest step all multiples share; undefined for a number without steps. */
function stepOf(multiples: readonly number[], integer: boolean): number | undefined {
  const steps = integer ? [1, ...multiples] : multiples
  if (steps.length === 0) return undefined
  const decimals = Math.max(...steps.map(decimalsOf))
  const scale = 10 ** decimals
  return steps.map((step) => Math.round(step * scale)).reduce(leastCommonMultiple) / scale
}

function leastCommonMultiple(a: number, b: number): number {
  const divisor = greatestCommonDivisor(a, b)
  return divisor > 0 ? (a / divisor) * b : Math.max(a, b)
}

function greatestCommonDivisor(a: number, b: number): number {
  for (let [x, y] = [a, b]; ; [x, y] = [y, x % y]) if (!(y > 0)) return x
}

function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e(.*))?$/.exec(String(value)) ?? []
  return Math.min(MAX_DECIMALS, Math.max(0, fraction.length - Number(exponent)))
}

/** Factor times step, without the digits that binary fractions leave behind. */
function exactTimes(factor: number, step: number): number {
  const decimals = decimalsOf(step)
  const product = factor * step
  const value = decimals > 0 && Math.abs(product) < 1e21 ? Number(product.toFixed(decimals)) : product
  return value === 0 ? 0 : value
}

function describe({ number }: Shape): string {
  const parts = [
    ...(number.integer ? ['that is whole'] : []),
    ...(number.min > -Infinity ? [`of at least ${number.min}`] : []),
    ...(number.above > -Infinity ? [`above ${number.above}`] : []),
    ...(number.max < Infinity ? [`of at most ${number.max}`] : []),
    ...(number.below < Infinity ? [`below ${number.below}`] : []),
    ...number.multiples.map((step) => `that is a multiple of ${step}`),
    ...number.notMultiples.map((step) => `that is no multiple of ${step}`),
  ]
  return parts.join(' and ')
}
