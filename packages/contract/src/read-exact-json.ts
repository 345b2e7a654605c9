import { isExponent, JSON_CODES, numberEnd, stringEnd } from './json.ts'
import { findDuplicateKey, locateValues } from './locate-json.ts'

/** A value with what was rounded in it, or why the text was not read. */
export type ExactJson =
  | { readonly ok: true; readonly value: unknown; readonly rounded: readonly RoundedNumber[] }
  | { readonly ok: false; readonly reason: 'syntax' | 'depth' | 'number' | 'duplicate'; readonly message: string }

/** A whole number that a double cannot hold, and the one that stands for it in the value. */
export interface RoundedNumber {
  readonly path: string
  readonly text: string
  readonly became: number
}

const MAX_REPORTED = 10
// A name is given whole or not at all, since a secret that is cut cannot be recognised any more.
const MAX_NAME = 1_000
const SHOWN_DIGITS = 80
// Fifteen digits always survive the way into a double and back.
const SAFE_LENGTH = 15

/**
 * Reads JSON text and notices what `JSON.parse` loses without a word: the earlier of two values under one key, numbers
 * beyond doubles, and the last digits of long whole numbers. Takes time in proportion to the text.
 */
export function readExactJson(text: string, { maxDepth }: { readonly maxDepth: number }): ExactJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return { ok: false, reason: 'syntax', message: cause instanceof Error ? cause.message : String(cause) }
  }
  const { depth, pairs, lost, rounded } = scan(text)
  if (depth > maxDepth) return { ok: false, reason: 'depth', message: `JSON deeper than ${maxDepth} levels` }
  if (lost !== undefined) {
    const [path = ''] = locateValues(text, [lost])
    const literal = text.slice(lost, Math.min(numberEnd(text, lost), lost + SHOWN_DIGITS))
    const message = `the number ${literal}, beyond what can be kept, at ${placeOf(path)}`
    return { ok: false, reason: 'number', message }
  }
  // The cheap question first: which key it is takes a name for every value.
  if (pairs !== countKeys(value)) {
    const { key = '', path = '' } = findDuplicateKey(text) ?? {}
    const name = key.length > MAX_NAME ? `of ${key.length} characters` : JSON.stringify(key)
    const message = `the key ${name} twice in one object, at ${placeOf(path)}`
    return { ok: false, reason: 'duplicate', message }
  }
  const paths = rounded.length === 0 ? [] : locateValues(text, rounded)
  return { ok: true, value, rounded: rounded.map((start, i) => roundedNumber(text, start, paths[i])) }
}

function placeOf(path: string): string {
  return path === '' ? 'the top' : path.length > MAX_NAME ? 'a place with a long name' : path
}

interface Facts {
  readonly depth: number
  /** Keys with a value, over all objects. */
  readonly pairs: number
  /** Where a number begins that became infinite, or zero. */
  readonly lost: number | undefined
  /** Where numbers begin that were rounded. */
  readonly rounded: readonly number[]
}

/** One pass over text that is known to be JSON. */
function scan(text: string): Facts {
  const rounded: number[] = []
  let lost: number | undefined
  let deepest = 0
  let pairs = 0
  for (let i = 0, depth = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === JSON_CODES.quote) i = stringEnd(text, i)
    else if (code === JSON_CODES.colon) pairs++
    else if (code === JSON_CODES.openBrace || code === JSON_CODES.openBracket) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === JSON_CODES.closeBrace || code === JSON_CODES.closeBracket) depth--
    else if ((code >= JSON_CODES.zero && code <= JSON_CODES.nine) || code === JSON_CODES.minus) {
      const end = numberEnd(text, i)
      const fate = isShort(text, i, end) ? 'kept' : fateOf(text.slice(i, end))
      if (fate === 'lost') lost ??= i
      else if (fate === 'rounded' && rounded.length < MAX_REPORTED) rounded.push(i)
      i = end - 1
    }
  }
  return { depth: deepest, pairs, lost, rounded }
}

function isShort(text: string, start: number, end: number): boolean {
  if (end - start > SAFE_LENGTH) return false
  for (let i = start; i < end; i++) if (isExponent(text.charCodeAt(i))) return false
  return true
}

function fateOf(literal: string): 'kept' | 'rounded' | 'lost' {
  const value = Number(literal)
  if (!Number.isFinite(value)) return 'lost'
  if (value === 0) return /^-?[0.]*(?:[eE]|$)/.test(literal) ? 'kept' : 'lost'
  // A fraction is a measure, and rounding it is what doubles are for; a whole number may be a name.
  if (/[.eE]/.test(literal) || Number.isSafeInteger(value)) return 'kept'
  return BigInt(literal) === BigInt(value) ? 'kept' : 'rounded'
}

function roundedNumber(text: string, start: number, path = ''): RoundedNumber {
  const literal = text.slice(start, numberEnd(text, start))
  return { path, text: literal, became: Number(literal) }
}

/** How many keys the objects of a value have together. Recursive: how deep the value is was looked at before. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let keys = inside === value ? 0 : inside.length
  for (const inner of inside) if (typeof inner === 'object' && inner !== null) keys += countKeys(inner)
  return keys
}
