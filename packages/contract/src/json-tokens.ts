/** The characters JSON text is made of, as codes. */
export const JSON_CODES = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

const BACKSLASH = 0x5c
const PLUS = 0x2b
const POINT = 0x2e
const LOWER_E = 0x65
// Sets the bit that tells lower case from upper case.
const LOWER_CASE = 0x20

/** Where the string ends that begins at `start`: the place of its closing quote. Only for text that is JSON. */
export function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** The place after the number that begins at `start`. */
export function numberEnd(text: string, start: number): number {
  let end = start + 1
  while (isNumberPart(text.charCodeAt(end))) end++
  return end
}

function isNumberPart(code: number): boolean {
  if (code >= JSON_CODES.zero && code <= JSON_CODES.nine) return true
  return code === POINT || code === PLUS || code === JSON_CODES.minus || isExponent(code)
}

/** True for the letter that begins an exponent. */
export function isExponent(code: number): boolean {
  return (code | LOWER_CASE) === LOWER_E
}
