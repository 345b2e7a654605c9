import { isDeeperThan } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { isOfType, typesOf } from '../schema-types.ts'

/** What a Default cell says: nothing, a value, or something that is no value of the parameter's type. */
export type DefaultCell =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'wrong' }

const NONE = new Set('|-|–|—|--|---|―|－|none|n/a|nil|undefined|无|空|必填|required'.split('|'))
const MAX_DEPTH = 100

/** Reads a Default cell. Quotes make text of anything; without them the parameter's type decides. */
export function readDefault(cell: string, schema: SchemaObject): DefaultCell {
  const text = withoutBackticks(cell.trim())
  if (NONE.has(text.toLowerCase())) return { kind: 'none' }
  const quoted = unquote(text)
  if (quoted !== undefined && takes(schema, quoted)) return { kind: 'value', value: quoted }
  return readBare(quoted ?? text, schema)
}

/** A default as readDefault reads it; a dash when there is none. */
export function defaultText(schema: SchemaObject): string {
  return schema.default === undefined ? '—' : JSON.stringify(schema.default)
}

function readBare(text: string, schema: SchemaObject): DefaultCell {
  const json = parseJson(text)
  // Authors write null for "no default", unless the parameter takes null.
  if (json?.value === null && typesOf(schema)?.includes('null') !== true) return { kind: 'none' }
  if (json !== undefined && takes(schema, json.value)) return { kind: 'value', value: json.value }
  if (takes(schema, text)) return { kind: 'value', value: text }
  const isYes = /^(?:true|yes|是)$/i.test(text)
  if (takes(schema, true) && (isYes || /^(?:false|no|否)$/i.test(text))) return { kind: 'value', value: isYes }
  return { kind: 'wrong' }
}

function withoutBackticks(text: string): string {
  const isCode = text.length > 2 && text.startsWith('`') && text.endsWith('`')
  return isCode ? text.slice(1, -1).trim() : text
}

function takes(schema: SchemaObject, value: unknown): boolean {
  const types = typesOf(schema)
  return types === undefined || isOfType(types, value)
}

/** The text inside quotes; undefined when there are none around it. */
function unquote(text: string): string | undefined {
  const json = text.startsWith('"') ? parseJson(text)?.value : undefined
  if (typeof json === 'string') return json
  const [, ...inner] = /^(?:"(.*)"|'(.*)'|“(.*)”|‘(.*)’|「(.*)」)$/s.exec(text) ?? []
  return inner.find((found) => found !== undefined)
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(value, MAX_DEPTH) ? undefined : { value }
  } catch {
    return undefined
  }
}
