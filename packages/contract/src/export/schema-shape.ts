import { jsonTypeOf } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import {
  ANNOTATION_KEYWORDS,
  isSchema,
  isSchemaObject,
  LOCATION_KEYWORDS,
  type Schema,
  type SchemaObject,
  type SchemaType,
} from '../schema.ts'
import { impliedTypes, includesType, isOfType, typesOf } from '../schema-types.ts'

/** A schema that applies at some place of a value, and where it stands in the whole. */
export interface Source<S extends Schema = Schema> {
  readonly schema: S
  readonly pointer: string
  /** Tells apart sources of the same pointer: one of which keywords were taken, one that was made up. */
  readonly mark?: string
  /** What a made-up source chooses between, as an `anyOf` would. */
  readonly choices?: readonly (readonly Source[])[]
}

/** All that applies at one place of a value: references followed, `allOf` taken apart. */
export interface Shape {
  /** The same for the same set of sources. */
  readonly key: string
  /** Where the first source stands. */
  readonly pointer: string
  readonly sources: readonly Source<SchemaObject>[]
  /** The types it allows, or hints at by its keywords; undefined when it says nothing. */
  readonly types: ReadonlySet<SchemaType> | undefined
  /** The only values it allows, when it lists them. */
  readonly values: readonly unknown[] | undefined
  /** True when nothing is valid there. */
  readonly isImpossible: boolean
  /** True when a `$ref` had to be followed, so that other places may have the same shape. */
  readonly isReferred: boolean
  /** True when so much applies that not all was read. */
  readonly isTooLarge: boolean
  readonly alternatives: Alternatives | undefined
}

/** The first `anyOf` or `oneOf` of a place, and the rest of what applies there. */
interface Alternatives {
  readonly keyword: 'anyOf' | 'oneOf'
  /** Where the keyword stands. */
  readonly pointer: string
  /** What applies to a value that takes this branch. */
  readonly branches: readonly (readonly Source[])[]
}

// More schemas for one place than any real document has; a hostile one may.
const MAX_SOURCES = 500
const MAX_BRANCHES = 1000

/** Reads what the sources demand together. A schema that refers to itself is read once. */
export function readShape(root: Schema, starts: readonly Source[]): Shape {
  const found = new Map<string, Source<SchemaObject>>()
  const seen = new Set<string>()
  let isImpossible = false
  let isReferred = false
  const pending = starts.toReversed()
  for (let next = pending.pop(); next && found.size < MAX_SOURCES; next = pending.pop()) {
    const { schema, pointer, mark = '' } = next
    const id = pointer + mark
    if (seen.has(id)) continue
    seen.add(id)
    if (!isSchemaObject(schema)) {
      isImpossible ||= schema === false
      continue
    }
    found.set(id, { ...next, schema })
    for (const member of sourcesOf(schema, pointer, 'allOf').reverse()) pending.push(member)
    const target = typeof schema.$ref === 'string' ? indexRefs(root).resolve(schema.$ref, schema) : undefined
    if (target) pending.push(target)
    isReferred ||= target !== undefined
  }
  const sources = [...found.values()]
  const values = mergeValues(sources)
  const types = mergeTypes(sources, values)
  const alternatives = findAlternatives(sources)
  return {
    key: [...found.keys()].sort().join(' '),
    pointer: starts[0]?.pointer ?? '',
    sources,
    types,
    values: values?.filter((value) => !types || isOfType(types, value)),
    isImpossible: isImpossible || types?.size === 0,
    isReferred,
    isTooLarge: found.size >= MAX_SOURCES || (alternatives?.branches.length ?? 0) > MAX_BRANCHES,
    alternatives: alternatives && alternatives.branches.length > MAX_BRANCHES ? undefined : alternatives,
  }
}

/** The members of a keyword that holds a list of schemas; no more of them than a reader can use. */
export function sourcesOf(
  schema: SchemaObject,
  pointer: string,
  keyword: 'allOf' | 'anyOf' | 'oneOf' | 'prefixItems',
): Source[] {
  const list: readonly unknown[] = (schema[keyword] ?? []).slice(0, MAX_BRANCHES + 1)
  return list.flatMap((sub, i) => (isSchema(sub) ? [{ schema: sub, pointer: `${pointer}/${keyword}/${i}` }] : []))
}

/** The schema of a property that a source declares. */
export function propertySource({ schema, pointer }: Source<SchemaObject>, name: string): Source | undefined {
  const sub = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  return sub === undefined ? undefined : { schema: sub, pointer: `${pointer}/properties/${escapeStep(name)}` }
}

function mergeValues(sources: readonly Source<SchemaObject>[]): readonly unknown[] | undefined {
  let values: readonly unknown[] | undefined
  for (const { schema } of sources) {
    if ('const' in schema) values = restrict(values, [schema.const])
    if (Array.isArray(schema.enum)) values = restrict(values, schema.enum)
  }
  return values
}

function restrict(values: readonly unknown[] | undefined, allowed: readonly unknown[]): readonly unknown[] {
  if (!values) return allowed
  const texts = new Set(allowed.map((value) => JSON.stringify(value)))
  return values.filter((value) => texts.has(JSON.stringify(value)))
}

function mergeTypes(
  sources: readonly Source<SchemaObject>[],
  values: readonly unknown[] | undefined,
): ReadonlySet<SchemaType> | undefined {
  let types: ReadonlySet<SchemaType> | undefined
  for (const { schema } of sources) {
    const own = typesOf(schema)
    if (own) types = types ? intersect(types, new Set(own)) : new Set(own)
  }
  if (values) return new Set(values.map(jsonTypeOf).filter((type) => !types || includesType(types, type)))
  if (types) return types.has('number') ? new Set([...types].filter((type) => type !== 'integer')) : types
  const hinted = sources.flatMap(({ schema }) => impliedTypes(schema))
  return hinted.length > 0 ? new Set(hinted) : undefined
}

function intersect(left: ReadonlySet<SchemaType>, right: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set(
    [...left].filter((t) => includesType(right, t)).concat([...right].filter((t) => includesType(left, t))),
  )
}

function findAlternatives(sources: readonly Source<SchemaObject>[]): Alternatives | undefined {
  for (const { schema, pointer, choices } of sources) {
    if (choices) return { keyword: 'anyOf', pointer, branches: choices }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const members = sourcesOf(schema, pointer, keyword)
      if (members.length === 0) continue
      // What was merged already, and what only describes, need not be said again in every branch.
      const rest = sources.map(withoutMerged).filter((source) => Object.keys(source.schema).length > 0)
      return { keyword, pointer: `${pointer}/${keyword}`, branches: members.map((member) => [member, ...rest]) }
    }
  }
  return undefined
}

function withoutMerged({ schema, pointer }: Source<SchemaObject>): Source<SchemaObject> {
  const kept = Object.entries(schema).filter(([keyword]) => !MERGED.has(keyword))
  return { schema: Object.fromEntries(kept), pointer, mark: '*' }
}

const MERGED: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf'],
  ...ANNOTATION_KEYWORDS,
  ...LOCATION_KEYWORDS,
])
