import { isObject } from '../json.ts'
import { textIsDeeperThan } from '../text-depth.ts'

const SHORT_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const RISKY_NUMBER = /[\d.]{16}|\d[eE]/
/** JSON text inside JSON is not that deep by mistake. */
const MAX_DEPTH = 500
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs

/** The number a text spells in JSON's own notation, or undefined when it spells none or one that a double cannot hold. */
export function readNumber(text: string): number | undefined {
  if (SHORT_INTEGER.test(text)) return Number(text)
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

/** The boolean a text spells, or undefined. */
export function readBoolean(text: string): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
      return true
    case 'false':
    case 'no':
    case '0':
      return false
    default:
      return undefined
  }
}

/** The array or object a text is as strict JSON, or undefined when it is none or holds a number that would lose digits. */
export function readComposite(text: string): unknown[] | Record<string, unknown> | undefined {
  if (!/^\s*[[{]/.test(text) || textIsDeeperThan(text, MAX_DEPTH)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (RISKY_NUMBER.test(text)) {
    for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
      if (token[0] !== '"' && readNumber(token) === undefined) return undefined
    }
  }
  return Array.isArray(value) || isObject(value) ? value : undefined
}

/** True for a text that is surely meant as JSON (or as nothing), whether it parses or not: it is not an item of its own. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:$|null\s*$|\[\s*(?:$|["'[{\]\d-]|true|false|null)|\{\s*(?:$|["'}]))/.test(text)
}

/** A text without what writers vary by accident: case and surrounding space. */
export function foldSpelling(text: string): string {
  return text.trim().toLowerCase()
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
