import { jsonEquals } from '../json.ts'
import { isSchemaObject, type Schema, type SchemaObject, type SchemaType } from '../schema.ts'

const WORDS: Readonly<Record<SchemaType | 'any', string>> = {
  string: 'string str text 字符串 文本',
  integer: 'integer int long int32 int64 整数 整型',
  number: 'number float double decimal 数字 数值 浮点数',
  boolean: 'boolean bool 布尔 布尔值',
  array: 'array list 数组 列表',
  object: 'object dict map record json 对象',
  null: 'null none nil',
  any: 'any unknown mixed 任意',
}
const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  datetime: 'date-time',
  uri: 'uri',
  url: 'uri',
  email: 'email',
  uuid: 'uuid',
}
const BY_WORD = new Map<string, SchemaObject>([
  ...Object.entries(WORDS).flatMap(([type, words]) =>
    words.split(' ').map((word): [string, SchemaObject] => [word, type === 'any' ? {} : { type: type as SchemaType }]),
  ),
  ...Object.entries(FORMATS).map(([word, format]): [string, SchemaObject] => [word, { type: 'string', format }]),
])

// Longer than any type seen in real tables; nesting cannot be deeper than the text is long.
const MAX_CHARACTERS = 200
const MAX_DEPTH = 8
const MAX_TYPES = 7

/** Reads a type in the usual notations: `integer`, `str`, `string[]`, `array<string>`, `list[str]`, `string | null`. Undefined when it is none. */
export function readType(text: string): SchemaObject | undefined {
  const word = text.trim().toLowerCase().replace(/\?$/, '')
  if (word.length > MAX_CHARACTERS) return undefined
  return BY_WORD.get(word) ?? BY_WORD.get(word.replace(/s$/, '')) ?? readUnion(word) ?? readContainer(word)
}

/** A schema's type as text that readType reads; what the text cannot say is left out. */
export function typeText(schema: Schema | undefined, depth = 0): string {
  if (!isSchemaObject(schema) || depth > MAX_DEPTH) return 'any'
  if (typeof schema.type !== 'string') {
    const names = Array.isArray(schema.type) ? schema.type : []
    return names.length === 0 || names.length > MAX_TYPES
      ? 'any'
      : names.map((type) => typeText({ ...schema, type }, depth + 1)).join(' | ')
  }
  if (schema.type === 'string') return wordOfFormat(schema.format) ?? 'string'
  if (schema.type !== 'array' || schema.items === undefined) return schema.type
  const items = typeText(schema.items, depth + 1)
  return items.includes(' | ') ? `(${items})[]` : `${items}[]`
}

function wordOfFormat(format: unknown): string | undefined {
  return typeof format === 'string' && FORMATS[format] === format ? format : undefined
}

function readUnion(text: string): SchemaObject | undefined {
  const parts = splitOutside(text, /^(?:\s*\|\s*|\s+or\s+|\s*或\s*)/)
  if (parts.length < 2) return undefined
  const union: Record<string, unknown> = {}
  const types: string[] = []
  for (const part of parts) {
    const read = readType(part)
    if (typeof read?.type !== 'string') return undefined
    const { type, ...rest } = read
    // `string[] | null` is an array with its items, or null; of two arrays with different items one would win.
    for (const [key, value] of Object.entries(rest)) {
      if (key in union && !jsonEquals(union[key], value)) return undefined
      union[key] = value
    }
    if (!types.includes(type)) types.push(type)
  }
  return { type: types as SchemaType[], ...union }
}

function readContainer(text: string): SchemaObject | undefined {
  if (text.endsWith('[]')) return arrayOf(text.slice(0, -2))
  const inBrackets = /^\((.+)\)$/.exec(text)
  if (inBrackets?.[1] !== undefined) return readType(inBrackets[1])
  const listOf = /^(?:array|list) of (.+)$/.exec(text)
  if (listOf?.[1] !== undefined) return arrayOf(listOf[1])
  const [, name, inner] = /^([a-z]+|数组|列表)\s*[<[（(](.+)[>\]）)]$/.exec(text) ?? []
  if (inner === undefined) return undefined
  if (name === 'optional') return readType(inner)
  const container = BY_WORD.get(name ?? '')?.type
  if (container === 'array') return arrayOf(inner)
  const values = container === 'object' ? readType(splitOutside(inner, /^\s*,\s*/).at(-1) ?? '') : undefined
  return values === undefined ? undefined : { type: 'object', additionalProperties: values }
}

function arrayOf(items: string): SchemaObject | undefined {
  const read = readType(items)
  return read === undefined ? undefined : { type: 'array', items: read }
}

/** Splits text at a separator that stands outside all brackets. */
function splitOutside(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? ''
    if ('<[('.includes(character)) depth++
    if ('>])'.includes(character)) depth--
    const match = depth === 0 && i > start ? separator.exec(text.slice(i)) : null
    if (match === null) continue
    parts.push(text.slice(start, i))
    start = i + match[0].length
    i = start - 1
  }
  return [...parts, text.slice(start)]
}
