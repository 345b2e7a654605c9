import { type Finder, type Found, found, MAYBE, NONE } from './finder.ts'
import { leastCommonMultiple, quotient, type Rational, times, toNumber, toRational } from './rational.ts'
import type { Atom } from './schema-node.ts'

interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

interface Wanted {
  low: Bound
  high: Bound
  /** What it must be a multiple of. */
  step?: Rational
  readonly notMultipleOf: number[]
  readonly excluded: Set<number>
}

/** Finds a number that fits the atoms. */
export function findNumber(atoms: readonly Atom[], finder: Finder): Found {
  const wanted = readWanted(atoms)
  if (wanted === undefined) return MAYBE
  const { low, high, step } = wanted
  if (low.value > high.value) return NONE
  if (low.value === high.value) {
    if (low.exclusive || high.exclusive || !isOnGrid(low.value, wanted)) return NONE
    return wanted.excluded.has(low.value) ? NONE : found(low.value, true)
  }
  return step ? findMultiple(step, wanted, finder) : findReal(wanted)
}

function readWanted(atoms: readonly Atom[]): Wanted | undefined {
  const wanted: Wanted = {
    low: { value: Number.NEGATIVE_INFINITY, exclusive: false },
    high: { value: Number.POSITIVE_INFINITY, exclusive: false },
    notMultipleOf: [],
    excluded: new Set(),
  }
  for (const atom of atoms) {
    if (atom.is === 'min') wanted.low = tighter(wanted.low, atom, 1)
    else if (atom.is === 'max') wanted.high = tighter(wanted.high, atom, -1)
    else if (atom.is === 'notMultiple') wanted.notMultipleOf.push(atom.of)
    else if (atom.is === 'multiple') {
      const of = toRational(atom.of)
      wanted.step = wanted.step ? leastCommonMultiple(wanted.step, of) : of
      // A multiple that no number can hold is not worth the arithmetic.
      if (wanted.step.n > 10n ** 310n) return undefined
    } else if (atom.is === 'differs') {
      for (const value of atom.from.values()) if (typeof value === 'number') wanted.excluded.add(value)
    }
  }
  return wanted
}

function tighter(a: Bound, b: Bound, sign: 1 | -1): Bound {
  if (a.value === b.value) return a.exclusive ? a : b
  return sign * (a.value - b.value) > 0 ? a : b
}

function isOnGrid(value: number, { step, notMultipleOf }: Wanted): boolean {
  const exact = toRational(value)
  if (step && !quotient(exact, step).isExact) return false
  return notMultipleOf.every((of) => !quotient(exact, toRational(of)).isExact)
}

// Enough for any period of small divisors; the rest is said to be unknown.
const MAX_TRIES = 3000

function findMultiple(step: Rational, wanted: Wanted, finder: Finder): Found {
  const { low, high, notMultipleOf, excluded } = wanted
  const first = Number.isFinite(low.value) ? firstMultiple(low, step) : undefined
  const last = Number.isFinite(high.value) ? lastMultiple(high, step) : undefined
  if (first !== undefined && last !== undefined && first > last) return NONE
  if (notMultipleOf.some((of) => quotient(step, toRational(of)).isExact)) return findRounded(step, wanted, finder)
  let tries = 0
  for (const factor of factors(first, last)) {
    const value = toNumber(times(step, factor))
    if (!excluded.has(value) && isOnGrid(value, wanted)) return found(value, true)
    if (++tries > MAX_TRIES + excluded.size || !finder.budget.spend(1)) return MAYBE
  }
  return NONE
}

/** Multiples of 0.3 are multiples of 0.1; an engine that rounds and disagrees still makes it a witness. */
function findRounded(step: Rational, { low, high, notMultipleOf, excluded }: Wanted, finder: Finder): Found {
  if (step.d === 1n && notMultipleOf.every(Number.isInteger)) return NONE
  for (let factor = 1n; factor <= 30n; factor++) {
    const value = toNumber(times(step, factor))
    const isInside = value > low.value && value < high.value && !excluded.has(value)
    if (isInside && notMultipleOf.every((of) => finder.test('multipleOf', of, value) === false))
      return found(value, true)
  }
  return NONE
}

function firstMultiple({ value, exclusive }: Bound, step: Rational): bigint {
  const { floor, isExact } = quotient(toRational(value), step)
  return isExact && !exclusive ? floor : floor + 1n
}

function lastMultiple({ value, exclusive }: Bound, step: Rational): bigint {
  const { floor, isExact } = quotient(toRational(value), step)
  return isExact && exclusive ? floor - 1n : floor
}

/** Whole numbers between two bounds, the smallest in size first. */
function* factors(first: bigint | undefined, last: bigint | undefined): Generator<bigint> {
  let up = first !== undefined && first > 0n ? first : last !== undefined && last < 0n ? last + 1n : 0n
  let down = up - 1n
  for (;;) {
    const canUp = last === undefined || up <= last
    const canDown = first === undefined || down >= first
    if (!canUp && !canDown) return
    if (canUp) yield up++
    if (canDown) yield down--
  }
}

/** Between two different bounds there is always another number; the question is only which one to write. */
function findReal(wanted: Wanted): Found {
  const { low, high, excluded } = wanted
  const isFit = (value: number) =>
    (low.exclusive ? value > low.value : value >= low.value) &&
    (high.exclusive ? value < high.value : value <= high.value) &&
    !excluded.has(value) &&
    isOnGrid(value, wanted)
  for (const value of realCandidates(wanted)) if (isFit(value)) return found(value, true)
  return MAYBE
}

function* realCandidates({ low, high, excluded }: Wanted): Generator<number> {
  const from = Number.isFinite(low.value) ? low.value : Number.isFinite(high.value) ? high.value - 1000 : -1000
  const to = Number.isFinite(high.value) ? high.value : from + 2000
  yield* [0, 1, from, to, from + 1, to - 1, 0.5, from + 0.5, to - 0.5]
  const tries = 60 + Math.min(excluded.size, 3000)
  for (let i = 1; i <= tries; i++) {
    yield from + ((to - from) * i) / (tries + 1)
    yield from + ((to - from) * (i - 0.123)) / (tries + 1)
  }
}
