import { isObject } from '../json.ts'
import { readExactJson } from '../read-exact-json.ts'
import { textIsDeeperThan } from '../text-depth.ts'
import { readLiteral } from './read-literal.ts'
import { readNumber } from './read-number.ts'
import { narrowCharacters, stripWord } from './strip-text.ts'

const RISKY_NUMBER = /[\d.]{16}|\d[eE]/
/** JSON text inside JSON is not that deep by mistake. */
const MAX_DEPTH = 500
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs
const FENCE = '```'
/** What some models put around the arguments of a call. */
const CALL = /^<(tool_call|function_call|arguments|parameters)>([^<]*)<\/\1>$/

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', 'on', '1', 'enabled', 'enable', '是', '真'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', 'off', '0', 'disabled', 'disable', '否', '假'].map((word) => [word, false] as const),
])

/** The boolean a text spells, or undefined. */
export function readBoolean(text: string): boolean | undefined {
  return text.length > MAX_WORD ? undefined : BOOLEANS.get(narrowCharacters(stripWord(text)).toLowerCase())
}

const NULLS: ReadonlySet<string> = new Set(['null', 'none', 'nil', 'undefined'])
const MAX_WORD = 20

/** True for a text that is the word for no value in some programming language. */
export function isNullLiteral(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_WORD && NULLS.has(stripWord(value).toLowerCase())
}

/** The same, and what forms have for it: that says that there is no value, not that nothing was meant to be said. */
export function isNullWord(value: unknown): boolean {
  return isNullLiteral(value) || (typeof value === 'string' && /^\s*(?:n\/a|无|空)\s*$/i.test(value.slice(0, MAX_WORD)))
}

/** A list or object that was sent as text, or why the text cannot be taken for one. */
export interface Composite {
  readonly value: unknown[] | Record<string, unknown> | undefined
  readonly problem?: string
}

/**
 * The array or object a text is as JSON or as a literal of Python or JavaScript, alone, in a fence, or as text once more; a problem when
 * it holds what would be lost.
 */
export function readComposite(text: string): Composite {
  const json = withoutFence(text)
  if (TEXT_OF_JSON.test(json)) return readText(json)
  if (!/^\s*[[{]/.test(json) || textIsDeeperThan(json, MAX_DEPTH)) return NO_COMPOSITE
  const strict = readExactJson(json, { maxDepth: MAX_DEPTH })
  const literal = strict.ok || strict.reason === 'duplicate' ? undefined : readLiteral(json)
  const read = literal === undefined ? strict : readExactJson(literal, { maxDepth: MAX_DEPTH })
  if (!read.ok)
    return read.reason === 'duplicate' ? { value: undefined, problem: `it has ${read.message}` } : NO_COMPOSITE
  const taken = literal ?? json
  if (RISKY_NUMBER.test(taken)) {
    for (const [token] of taken.matchAll(STRING_OR_NUMBER)) {
      if (token[0] !== '"' && readNumber(token) === undefined) return NO_COMPOSITE
    }
  }
  return { value: Array.isArray(read.value) || isObject(read.value) ? read.value : undefined }
}

const TEXT_OF_JSON = /^\s*"\s*(?:\\n\s*)*[[{][\s\S]*"\s*$/

function readText(json: string): Composite {
  const read = readExactJson(json, { maxDepth: MAX_DEPTH })
  return read.ok && typeof read.value === 'string' ? readComposite(read.value) : NO_COMPOSITE
}

function withoutFence(text: string): string {
  const trimmed = text.trim()
  const [, , inside] = CALL.exec(trimmed) ?? []
  if (inside !== undefined) return inside
  if (!trimmed.startsWith(FENCE) || !trimmed.endsWith(FENCE)) return text
  return trimmed.slice(FENCE.length, -FENCE.length).replace(/^json\b/i, '')
}

const NO_COMPOSITE: Composite = { value: undefined }

/** True for a text that is surely meant as JSON (or as nothing), whether it parses or not: it is not an item of its own. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:$|(?:null|undefined)\s*$|\[\s*(?:$|["'“[{\]\d-]|true|false|null)|\{\s*(?:$|["'“}]))/.test(text)
}
