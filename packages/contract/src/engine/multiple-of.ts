/** True when the value is a whole multiple of the factor, by decimal arithmetic: 0.0075 is a multiple of 0.0001. */
export function isMultipleOf(value: number, factor: number): boolean {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return value % factor === 0
  const [digits, exponent] = decimal(value)
  const [factorDigits, factorExponent] = decimal(factor)
  const shift = Math.min(exponent, factorExponent)
  return (digits * 10n ** BigInt(exponent - shift)) % (factorDigits * 10n ** BigInt(factorExponent - shift)) === 0n
}

function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
