import { isObject, jsonEquals } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import {
  ANNOTATION_KEYWORDS,
  isSchema,
  isSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  type Schema,
  type SchemaObject,
} from '../schema.ts'
import { canonicalText, type ValueSet, valueSet } from './schema-node.ts'

/** One place where two schemas differ. */
export interface Difference {
  /** Steps to the place: in the new schema, or in the old one when it was removed. */
  readonly steps: readonly PathStep[]
  readonly was: 'added' | 'removed' | 'changed'
  /** The keyword that differs; empty when the whole schema was replaced. */
  readonly keyword: string
  /** The property, definition or required name in question. */
  readonly name?: string
  readonly before?: unknown
  readonly after?: unknown
}

const UNASSERTED = new Set('$schema $id contentEncoding contentMediaType contentSchema'.split(' '))

/** True for a keyword that says nothing about which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATION_KEYWORDS.has(keyword) || UNASSERTED.has(keyword) || keyword.startsWith('x-')
}

/** True for a difference that cannot matter by itself: what only describes, and a definition, which matters where it is referred to. */
export function isSilent({ keyword, was }: Difference): boolean {
  return isAnnotation(keyword) || (was !== 'changed' && (keyword === '$defs' || keyword === 'definitions'))
}

/** Lists where two draft 2020-12 schemas differ, as finely as a person would tell it. */
export function listDifferences(before: Schema, after: Schema): Difference[] {
  const found: Difference[] = []
  compare(before, after, [], found)
  return found
}

function compare(before: unknown, after: unknown, steps: readonly PathStep[], found: Difference[]): void {
  if (jsonEquals(before, after)) return
  if (!isSchemaObject(before) || !isSchemaObject(after)) {
    found.push({ steps, was: 'changed', keyword: '', before, after })
    return
  }
  const [old, next] = [listedValues(before), listedValues(after)]
  for (const keyword of new Set([...Object.keys(old), ...Object.keys(next)])) {
    compareKeyword(keyword, old, next, [...steps, keyword], found)
  }
}

/** `const` as the `enum` of one value that it is. */
function listedValues(schema: SchemaObject): SchemaObject {
  if (schema.const === undefined || schema.enum !== undefined) return schema
  const { const: only, ...rest } = schema
  return { ...rest, enum: [only] }
}

function compareKeyword(
  keyword: string,
  before: SchemaObject,
  after: SchemaObject,
  steps: readonly PathStep[],
  found: Difference[],
): void {
  const [old, next] = [before[keyword], after[keyword]]
  if (jsonEquals(old, next)) return
  const was = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed'
  if (isOneOf(SCHEMA_MAP_KEYWORDS, keyword) && (isObject(old) || isObject(next))) {
    compareMaps(keyword, [isObject(old) ? old : {}, isObject(next) ? next : {}], steps, found)
  } else if (was === 'changed' && isOneOf(SCHEMA_KEYWORDS, keyword) && isSchema(old) && isSchema(next)) {
    compare(old, next, steps, found)
  } else if (keyword === 'required' && isNames(old ?? []) && isNames(next ?? [])) {
    compareNames(isNames(old) ? old : [], isNames(next) ? next : [], steps, found)
  } else if (keyword === 'enum' && Array.isArray(old) && Array.isArray(next)) {
    compareValues(old, next, steps, found)
  } else if (
    Array.isArray(old) &&
    Array.isArray(next) &&
    ['prefixItems', 'allOf', 'anyOf', 'oneOf'].includes(keyword)
  ) {
    compareLists(keyword, [old, next], steps, found)
  } else found.push({ steps, was, keyword, before: old, after: next })
}

function compareMaps(
  keyword: string,
  [old, next]: readonly [Record<string, unknown>, Record<string, unknown>],
  steps: readonly PathStep[],
  found: Difference[],
): void {
  for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const here = [...steps, name]
    if (!Object.hasOwn(old, name)) found.push({ steps: here, was: 'added', keyword, name, after: next[name] })
    else if (!Object.hasOwn(next, name)) found.push({ steps: here, was: 'removed', keyword, name, before: old[name] })
    else compare(old[name], next[name], here, found)
  }
}

function compareNames(
  old: readonly string[],
  next: readonly string[],
  steps: readonly PathStep[],
  found: Difference[],
): void {
  const [were, are] = [new Set(old), new Set(next)]
  for (const name of are) if (!were.has(name)) found.push({ steps, was: 'added', keyword: 'required', name })
  for (const name of were) if (!are.has(name)) found.push({ steps, was: 'removed', keyword: 'required', name })
}

/** New values and gone ones are two changes: the one widens, the other narrows. */
function compareValues(
  old: readonly unknown[],
  next: readonly unknown[],
  steps: readonly PathStep[],
  found: Difference[],
): void {
  const [oldSet, nextSet] = [valueSet(old), valueSet(next)]
  const added = valuesMissing(nextSet, oldSet)
  const removed = valuesMissing(oldSet, nextSet)
  if (added.length > 0) found.push({ steps, was: 'added', keyword: 'enum', before: old, after: added })
  if (removed.length > 0) found.push({ steps, was: 'removed', keyword: 'enum', before: removed, after: next })
}

function valuesMissing(values: ValueSet, others: ValueSet): unknown[] {
  const missing: unknown[] = []
  for (const [text, value] of values) if (!others.has(text)) missing.push(value)
  return missing
}

/** Lists are compared item by item when one item of each differs or the order matters, otherwise as a whole. */
function compareLists(
  keyword: string,
  [old, next]: readonly [readonly unknown[], readonly unknown[]],
  steps: readonly PathStep[],
  found: Difference[],
): void {
  const texts = new Set(next.map(canonicalText))
  const oldTexts = new Set(old.map(canonicalText))
  const gone = old.flatMap((item, i) => (keyword === 'prefixItems' || !texts.has(canonicalText(item)) ? [i] : []))
  const fresh = next.flatMap((item, i) => (keyword === 'prefixItems' || !oldTexts.has(canonicalText(item)) ? [i] : []))
  const [i, k] = [gone[0], fresh[0]]
  const isOneEach = gone.length === 1 && fresh.length === 1 && i === k && old.length === next.length
  if (isOneEach && i !== undefined) compare(old[i], next[i], [...steps, i], found)
  else if (keyword === 'prefixItems' && old.length === next.length) {
    old.forEach((item, index) => {
      compare(item, next[index], [...steps, index], found)
    })
  } else if (gone.length > 0 || fresh.length > 0 || old.length !== next.length) {
    found.push({ steps, was: 'changed', keyword, before: old, after: next })
  }
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isOneOf(keywords: readonly string[], keyword: string): boolean {
  return keywords.includes(keyword)
}
