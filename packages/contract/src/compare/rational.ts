/** An exact fraction; the denominator is positive and there is no common factor. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
}

/** The fraction that the shortest decimal text of a number stands for: 0.1 is one tenth. */
export function toRational(value: number): Rational {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = Number(exponent) - fraction.length
  const n = BigInt(whole + fraction)
  return shift >= 0 ? { n: n * 10n ** BigInt(shift), d: 1n } : reduce(n, 10n ** BigInt(-shift))
}

/** The nearest number. */
export function toNumber({ n, d }: Rational): number {
  if (d === 1n) return Number(n)
  // Decimal text gives the number a person would have written, where a division of two rounded numbers may not.
  const digits = 20 + String(d).length
  return Number(`${(n * 10n ** BigInt(digits)) / d}e-${digits}`)
}

/** How often the second fits into the first, rounded down, and whether that is exact. */
export function quotient(a: Rational, b: Rational): { floor: bigint; isExact: boolean } {
  const n = a.n * b.d
  const d = a.d * b.n
  const floor = n / d - (n % d !== 0n && n < 0n !== d < 0n ? 1n : 0n)
  return { floor, isExact: n % d === 0n }
}

/** The smallest number that both fit into. */
export function leastCommonMultiple(a: Rational, b: Rational): Rational {
  const n = (a.n / gcd(a.n, b.n)) * b.n
  return reduce(n, gcd(a.d, b.d))
}

/** A fraction times a whole number. */
export function times(a: Rational, factor: bigint): Rational {
  return reduce(a.n * factor, a.d)
}

function reduce(n: bigint, d: bigint): Rational {
  const common = gcd(n < 0n ? -n : n, d)
  return common > 1n ? { n: n / common, d: d / common } : { n, d }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
