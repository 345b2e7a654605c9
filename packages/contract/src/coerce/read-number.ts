import { stripText } from './strip-text.ts'

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** Groups of three digits with one separator, and what may follow them. */
const GROUPED = /^(-?[1-9]\d{0,2})((?:([,. _'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/
/** Groups of two digits before the last three, as India writes lakhs and crores. */
const LAKHS = /^-?[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/
/** A comma before a fraction. Three digits after it may be thousands and four ten thousands, unless a zero stands before it. */
const DECIMAL_COMMA = /^-?(?:0,\d+|[1-9]\d*,(?:\d\d?|\d{5,}))$/
const MAX_LENGTH = 60

/** The number a text spells in JSON's own notation, or undefined when it spells none or one that a double cannot hold. */
export function readNumber(text: string): number | undefined {
  const short = readShortInteger(text)
  if (short !== undefined) return short
  const trimmed = text.trim()
  const match = NUMBER.exec(trimmed)
  if (!match) return undefined
  const number = Number(trimmed)
  // Fifteen digits always survive the way into a double and back.
  if (match[4] === undefined && trimmed.length <= 15) return number
  return Number.isFinite(number) && digitsOf(match) === digitsOf(NUMBER.exec(JSON.stringify(number)))
    ? number
    : undefined
}

/** A whole number of up to nine plain digits, digit by digit: four times as quick as a pattern, and nearly every number that is sent as text. */
function readShortInteger(text: string): number | undefined {
  const { length } = text
  if (length === 0 || length > 9) return undefined
  let number = 0
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9 || (digit === 0 && i === 0 && length > 1)) return undefined
    number = number * 10 + digit
  }
  return number
}

/**
 * Every number a text may spell: in JSON's notation that one; otherwise with a plus, without the zero beside the point, with a
 * comma for the point, with grouped digits, in quotes, in digits of another script. `1,234` may be a thousand or a fraction, so that it has two; so has
 * `1.000` where only whole numbers are asked for.
 */
export function readNumbers(text: string, isWhole = false): readonly number[] {
  const plain = readNumber(text)
  if (plain !== undefined) return isWhole && isThousands(text) ? [plain, plain * 1_000] : [plain]
  if (text.length > MAX_LENGTH) return []
  const ascii = asciiDigits(stripText(text))
  const spelled = ascii === undefined ? [] : spellings(ascii.replace(/^\+(?=[\d.])/, ''))
  return spelled.map(readNumber).filter((number) => number !== undefined)
}

/** True for digits that are whole by their point, and thousands where the point parts groups: `10.000`. */
export function isThousands(text: string): boolean {
  return text.includes('.000') && /^\s*-?[1-9]\d{0,2}\.000\s*$/.test(text)
}

function spellings(text: string): readonly string[] {
  const bare = /^(-?)(\d*)\.(\d*)((?:[eE][+-]?\d+)?)$/.exec(text)
  if (bare && (bare[2] || bare[3])) return [`${bare[1]}${bare[2] || '0'}.${bare[3] || '0'}${bare[4]}`]
  if (DECIMAL_COMMA.test(text)) return [text.replace(',', '.')]
  if (LAKHS.test(text)) return [text.replaceAll(',', '')]
  const grouped = GROUPED.exec(text)
  if (!grouped) return [text]
  const [, first = '', groups = '', separator, point, fraction] = grouped
  if (point === separator) return []
  const whole = `${first}${groups.replaceAll(/\D/g, '')}`
  if (point !== undefined) return [`${whole}.${fraction}`]
  // One comma and three digits: a thousand in one country, a thousandth in another.
  return separator === ',' && groups.length === 4 ? [whole, `${first}.${groups.slice(1)}`] : [whole]
}

/** Zeros of the scripts whose digits are used in everyday text. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810, 0xff10,
]
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '−': '-',
    '－': '-',
    '＋': '+',
    '．': '.',
    '，': ',',
    '٫': '.',
    '٬': ',',
    '\u00a0': ' ',
    '\u202f': ' ',
  }),
)

/** The text with ASCII digits and signs; undefined when it mixes the digits of several scripts. */
export function asciiDigits(text: string): string | undefined {
  let script: number | undefined
  let out = ''
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    const zero = /\d/.test(sign) ? 0x30 : ZEROS.find((start) => code >= start && code <= start + 9)
    if (zero === undefined) {
      out += SIGNS.get(sign) ?? sign
      continue
    }
    if (script !== undefined && script !== zero) return undefined
    script = zero
    out += code - zero
  }
  return out
}

/** Sign, significant digits and exponent: the same for every notation of one number. */
function digitsOf(match: RegExpExecArray | null): string {
  if (!match) return ''
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`
  let from = 0
  let to = digits.length
  // Loops, because a pattern for trailing zeros would be quadratic on a long hostile text.
  while (from < to && digits[from] === '0') from++
  while (to > from && digits[to - 1] === '0') to--
  if (from === to) return '0'
  const power = Number(exponent) - fraction.length + (digits.length - to)
  return `${sign}${digits.slice(from, to)}e${power}`
}
