import type { Schema, SchemaObject } from '../schema.ts'
import { constraintPhrase } from './constraint-phrase.ts'
import { readWholeObject } from './object-form.ts'
import { readShape, type Shape, type Source } from './schema-shape.ts'

/** One property of a schema, for documentation. */
export interface ParameterRow {
  /** With its path: `articles[].title`, `headers.*`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Undefined when there is none. */
  readonly fallback: unknown
  /** The description; the long one where there is one. */
  readonly text: string
  /** What its keywords demand, in words. */
  readonly bounds: readonly string[]
}

// More than a reader reads. What is deeper or further is in the schema.
const MAX_ROWS = 500
const MAX_DEPTH = 8
const MAX_VISITS = 2000

/** Lists the properties of a place and of what is inside it, outer ones first; a schema inside itself is listed once. */
export function parameterRows(root: Schema, sources: readonly Source[]): readonly ParameterRow[] {
  const rows: ParameterRow[] = []
  // The schemas that the walk is inside of.
  const open = new Set<string>()
  let visits = 0
  const visit = (place: readonly Source[], name: string, depth: number) => {
    if (++visits > MAX_VISITS) return
    const shape = readShape(root, place)
    const pointers = shape.sources.map(({ pointer }) => pointer)
    if (pointers.some((pointer) => open.has(pointer)) || depth > MAX_DEPTH || shape.isTooLarge) return
    for (const pointer of pointers) open.add(pointer)
    const { properties, required } = readWholeObject(root, shape)
    for (const [key, inner] of properties) {
      if (rows.length >= MAX_ROWS) break
      const path = name === '' ? key : `${name}.${key}`
      rows.push(rowOf(root, path, inner, required.has(key)))
      visit(inner, path, depth + 1)
    }
    for (const { schema, pointer } of shape.sources) {
      if (typeof schema.items === 'object')
        visit([{ schema: schema.items, pointer: `${pointer}/items` }], `${name}[]`, depth + 1)
      const extra = schema.additionalProperties
      if (typeof extra === 'object')
        visit([{ schema: extra, pointer: `${pointer}/additionalProperties` }], `${name}.*`, depth + 1)
    }
    for (const pointer of pointers) open.delete(pointer)
  }
  visit(sources, '', 0)
  return rows
}

/** What a place holds, in a few words: `array of string`, `"today" or "24h"`. */
export function typePhrase(root: Schema, sources: readonly Source[], budget = { left: 100 }): string {
  if (--budget.left < 0) return '…'
  const shape = readShape(root, sources)
  if (shape.isImpossible) return 'nothing'
  if (shape.values) return listed(shape.values.map((value) => JSON.stringify(value)))
  if (shape.alternatives) {
    return listed(shape.alternatives.branches.map((branch) => typePhrase(root, branch, budget)))
  }
  if (!shape.types) return 'anything'
  return listed([...shape.types].map((type) => (type === 'array' ? arrayPhrase(root, shape, budget) : type)))
}

function arrayPhrase(root: Schema, shape: Shape, budget: { left: number }): string {
  const items = itemsOf(shape)
  return items.length === 0 ? 'array' : `array of ${typePhrase(root, items, budget)}`
}

function itemsOf({ sources }: Shape): readonly Source[] {
  return sources.flatMap(({ schema, pointer }) =>
    schema.items === undefined || schema.prefixItems ? [] : [{ schema: schema.items, pointer: `${pointer}/items` }],
  )
}

const MAX_LISTED = 20

function listed(phrases: readonly string[]): string {
  const distinct = [...new Set(phrases)]
  const more = distinct.length > MAX_LISTED ? ` or one of ${distinct.length - MAX_LISTED} more` : ''
  return distinct.slice(0, MAX_LISTED).join(' or ') + more
}

function rowOf(root: Schema, name: string, sources: readonly Source[], isRequired: boolean): ParameterRow {
  const shape = readShape(root, sources)
  const all = shape.sources
  const inItems = readShape(root, itemsOf(shape)).sources.flatMap(({ schema }) => boundsOf(schema))
  const first = (keyword: string) => all.map(({ schema }) => schema[keyword]).find((value) => value !== undefined)
  const text = first('x-docs') ?? first('description')
  return {
    name,
    type: typePhrase(root, sources),
    isRequired,
    fallback: first('default'),
    text: typeof text === 'string' ? text : '',
    bounds: [
      ...new Set([...all.flatMap(({ schema }) => boundsOf(schema)), ...inItems.map((words) => `each ${words}`)]),
    ],
  }
}

const HAS_OWN_CELL: ReadonlySet<string> = new Set(['enum', 'const', 'default'])

function boundsOf(schema: SchemaObject): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    return HAS_OWN_CELL.has(keyword) ? [] : (constraintPhrase(keyword, value) ?? [])
  })
}
