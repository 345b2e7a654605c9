/** Any value JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** A JSON object. Keys are hostile until proven otherwise: never assign one without `defineKey`. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** True for a plain JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True when the object itself (not its prototype) has the key. */
export function hasOwn(object: object, key: string): boolean {
  return Object.hasOwn(object, key)
}

/** Sets a key as an own property, so that `__proto__` from a hostile document stays data. */
export function defineKey(target: object, key: string, value: unknown): void {
  // Defining a key costs several times what setting it does, and is needed only where a prototype has the key.
  if (!(key in target)) (target as Record<string, unknown>)[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The JSON Schema type name of a value; whole numbers are `integer`. */
export function jsonTypeOf(value: unknown): 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as 'boolean' | 'string'
  return 'object'
}

/** True when two JSON values are the same: objects by key set, arrays by order. Needs no recursion, so depth cannot overflow it. */
export function jsonEquals(left: unknown, right: unknown): boolean {
  const pending: [unknown, unknown][] = [[left, right]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a, b] = pair
    if (a === b) continue
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    if (Array.isArray(a) !== Array.isArray(b)) return false
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!hasOwn(b, key)) return false
      pending.push([(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]])
    }
  }
  return true
}

/** A value as short JSON text for a message: never longer than `max` characters, never throws. */
export function preview(value: unknown, max = 80): string {
  const text = previewText(value, max)
  return text.length > max ? `${text.slice(0, max - 1)}…` : text
}

function previewText(value: unknown, max: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, max))
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    const items: string[] = []
    for (let i = 0, left = max; i < value.length && left > 0; i++) {
      items.push(typeof value[i] === 'object' && value[i] !== null ? '…' : previewText(value[i], left))
      left -= items[i]?.length ?? 0
    }
    return `[${items.join(', ')}${items.length < value.length ? ', …' : ''}]`
  }
  const entries: string[] = []
  for (const key in value) {
    if (entries.join(', ').length > max) break
    const inner = (value as Record<string, unknown>)[key]
    entries.push(
      `${JSON.stringify(key)}: ${typeof inner === 'object' && inner !== null ? '…' : previewText(inner, max)}`,
    )
  }
  return `{${entries.join(', ')}}`
}

/** More values than any document has; a value that shares its parts can have endlessly many. */
const MAX_VALUES = 20_000_000

/**
 * True when a value nests deeper than `limit` levels, holds more than `maxValues` others, has an object with more than
 * `maxKeys` keys, or has no end. Needs no recursion.
 */
export function isDeeperThan(
  value: unknown,
  limit: number,
  { maxValues = MAX_VALUES, maxKeys = MAX_VALUES }: { readonly maxValues?: number; readonly maxKeys?: number } = {},
): boolean {
  let level: unknown[] = [value]
  for (let depth = 0, seen = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    const next: object[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const inside = Array.isArray(item) ? item : Object.values(item)
      seen += inside.length
      if (seen > maxValues || (inside !== item && inside.length > maxKeys)) return true
      for (const inner of inside) if (typeof inner === 'object' && inner !== null) next.push(inner)
    }
    level = next
  }
  return false
}

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
