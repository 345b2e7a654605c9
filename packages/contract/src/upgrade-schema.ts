import { defineKey, hasOwn, isObject } from './json.ts'
import { atPointer, fromPointer, type PathStep, toFragment, toPointer } from './pointer.ts'
import { NO_URI, resolveUri, withoutFragment } from './resolve-uri.ts'
import {
  CURRENT_DRAFT,
  eachSubschema,
  isSchema,
  isSchemaObject,
  mapSubschemas,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  type Schema,
  type SchemaObject,
} from './schema.ts'

/**
 * Rewrites a schema of draft-04, 06, 07 or 2019-09 into draft 2020-12 and returns it as a new schema. A schema that does
 * not say its draft, and stands in no document that does (`named`), is read as 2020-12, with the older spellings
 * understood where they cannot mean anything else.
 */
export function upgradeSchema(schema: Schema, named?: unknown): Schema {
  if (!isSchemaObject(schema)) return schema
  const draft = draftOf(schema.$schema ?? named)
  const resources = resourcesOf(schema, draft)
  const copies = new Map<SchemaObject, Record<string, unknown>>()
  const pending: Place[] = []
  const copyOf = (sub: Schema, place?: Place): Schema => {
    if (typeof sub === 'boolean') return sub
    const known = copies.get(sub)
    if (known) return known
    const copy: Record<string, unknown> = {}
    copies.set(sub, copy)
    const startsResource = place === undefined || isResource(sub, draft)
    pending.push({ source: sub, copy, draft, resources, resource: startsResource ? sub : place.resource })
    return copy
  }
  const root = copyOf(schema)
  for (let place = pending.pop(); place; place = pending.pop()) {
    const here = place
    upgradeInto(here, (sub) => copyOf(sub, here))
  }
  return root
}

/** One schema object being rewritten; `resource` is the one its `#` references start from. */
interface Place {
  readonly source: SchemaObject
  readonly copy: Record<string, unknown>
  readonly draft: Draft
  readonly resources: Resources
  readonly resource: SchemaObject
}

/** The schemas of a document that have an identifier, and the document itself. */
interface Resources {
  readonly byUri: ReadonlyMap<string, SchemaObject>
  readonly uriOf: ReadonlyMap<SchemaObject, string>
}

function resourcesOf(root: SchemaObject, draft: Draft): Resources {
  const byUri = new Map<string, SchemaObject>()
  const uriOf = new Map<SchemaObject, string>()
  const seen = new Set<SchemaObject>()
  const pending: { schema: Schema; base: string }[] = [{ schema: root, base: NO_URI }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { schema } = next
    if (!isSchemaObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    const isOwn = isResource(schema, draft)
    const id = isOwn ? resolveUri(String(schema[idKey(schema, draft)]), next.base) : undefined
    const base = id === undefined ? next.base : withoutFragment(id)
    if (isOwn || schema === root) {
      byUri.set(base, schema)
      uriOf.set(schema, base)
    }
    eachSubschema(schema, (sub) => pending.push({ schema: sub, base }))
  }
  return { byUri, uriOf }
}

type Draft = 4 | 6 | 7 | 2019 | 2020 | undefined
type CopyOf = (sub: Schema) => Schema

/** True for the URI of a draft before 2020-12. */
export function isOlderDraft($schema: unknown): boolean {
  const draft = draftOf($schema)
  return draft !== undefined && draft !== 2020
}

function draftOf($schema: unknown): Draft {
  const uri = typeof $schema === 'string' ? $schema : ''
  if (/draft-0[34]/.test(uri)) return 4
  if (uri.includes('draft-06')) return 6
  if (uri.includes('draft-07')) return 7
  if (uri.includes('2019-09')) return 2019
  return uri.includes('2020-12') ? 2020 : undefined
}

function isResource(schema: SchemaObject, draft: Draft): boolean {
  const id = schema[idKey(schema, draft)]
  return typeof id === 'string' && !id.startsWith('#') && !isSilenced(schema, draft)
}

/** Up to draft-07 a `$ref` silences the keywords beside it. */
function isSilenced(schema: SchemaObject, draft: Draft): boolean {
  return draft !== undefined && draft <= 7 && typeof schema.$ref === 'string'
}

function idKey(schema: SchemaObject, draft: Draft): '$id' | 'id' {
  return draft === 4 && typeof schema.$id !== 'string' ? 'id' : '$id'
}

// What a `$ref` does not silence: these only describe, or are there to be pointed at.
const BESIDE_REF = new Set('$ref $schema $comment title description default examples definitions $defs'.split(' '))

function upgradeInto(place: Place, copyOf: CopyOf): void {
  const { source, copy, draft } = place
  const silenced = isSilenced(source, draft)
  for (const [keyword, value] of Object.entries(source)) {
    if (silenced && !BESIDE_REF.has(keyword)) continue
    upgradeKeyword(place, keyword, value, copyOf)
  }
  if (copy.$schema !== undefined && draft !== undefined) copy.$schema = CURRENT_DRAFT
}

function upgradeKeyword(place: Place, keyword: string, value: unknown, copyOf: CopyOf): void {
  const { source, copy, draft } = place
  if (keyword === '$ref' && typeof value === 'string') copy.$ref = upgradeRef(value, place)
  else if (keyword === idKey(source, draft) && typeof value === 'string') setId(copy, value)
  else if (keyword === '$recursiveAnchor' && value === true) copy.$dynamicAnchor = 'recursive'
  else if (keyword === '$recursiveRef') setRecursiveRef(copy, place.resource)
  else if (keyword === 'items' && Array.isArray(value)) upgradeTuple(source, copy, value, copyOf)
  else if (keyword === 'dependencies' && isObject(value) && draft !== 2020) upgradeDependencies(copy, value, copyOf)
  else if (keyword === 'definitions' && isObject(value))
    copy[definitionsKey(source)] = mapSubschemas(keyword, value, copyOf)
  else if (keyword === 'deprecated' && isForeignNote(draft, keyword, value)) copy.deprecated = Boolean(value)
  else if (keyword === 'minimum' && Object.is(source.exclusiveMinimum, true)) copy.exclusiveMinimum = value
  else if (keyword === 'maximum' && Object.is(source.exclusiveMaximum, true)) copy.exclusiveMaximum = value
  else if (!isMeaningless(place, keyword, value)) defineKey(copy, keyword, mapSubschemas(keyword, value, copyOf))
}

/** True for what is said by another keyword now, or never said anything. */
function isMeaningless({ source, draft }: Place, keyword: string, value: unknown): boolean {
  if (keyword === '$recursiveAnchor' || isForeignNote(draft, keyword, value)) return true
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof value === 'boolean'
  return keyword === 'additionalItems' && (Array.isArray(source.items) || (draft !== undefined && draft <= 2019))
}

/** Notes that an older draft did not define, so that anything could stand there: since when they are, and as what. */
const NOTES: Readonly<Record<string, { since: number; isNow: (value: unknown) => boolean }>> = {
  examples: { since: 6, isNow: Array.isArray },
  readOnly: { since: 7, isNow: (value) => typeof value === 'boolean' },
  writeOnly: { since: 7, isNow: (value) => typeof value === 'boolean' },
  $comment: { since: 7, isNow: (value) => typeof value === 'string' },
  contentEncoding: { since: 7, isNow: (value) => typeof value === 'string' },
  contentMediaType: { since: 7, isNow: (value) => typeof value === 'string' },
  deprecated: { since: 2019, isNow: (value) => typeof value === 'boolean' },
}

function isForeignNote(draft: Draft, keyword: string, value: unknown): boolean {
  const note = hasOwn(NOTES, keyword) ? NOTES[keyword] : undefined
  return note !== undefined && draft !== undefined && draft < note.since && !note.isNow(value)
}

/** `definitions` are `$defs` now, unless the schema has both: then both stay. */
function definitionsKey(source: SchemaObject): '$defs' | 'definitions' {
  return hasOwn(source, '$defs') ? 'definitions' : '$defs'
}

/** `"$id": "#name"` was how drafts before 2019-09 said `$anchor`; one that is a pointer only says where it stands. */
function setId(copy: Record<string, unknown>, id: string): void {
  const [uri, anchor] = id.split('#', 2)
  if (uri) copy.$id = uri
  if (anchor && !anchor.startsWith('/')) copy.$anchor = anchor
}

function setRecursiveRef(copy: Record<string, unknown>, resource: SchemaObject): void {
  if (resource.$recursiveAnchor === true) copy.$dynamicRef = '#recursive'
  else copy.$ref = '#'
}

function upgradeTuple(source: SchemaObject, copy: Record<string, unknown>, items: unknown[], copyOf: CopyOf): void {
  if (items.length > 0) copy.prefixItems = mapSubschemas('prefixItems', items, copyOf)
  if (isSchema(source.additionalItems)) copy.items = copyOf(source.additionalItems)
}

function upgradeDependencies(copy: Record<string, unknown>, map: Record<string, unknown>, copyOf: CopyOf): void {
  const required: Record<string, unknown> = isObject(copy.dependentRequired) ? copy.dependentRequired : {}
  const schemas: Record<string, unknown> = isObject(copy.dependentSchemas) ? copy.dependentSchemas : {}
  for (const [name, value] of Object.entries(map)) {
    if (isSchema(value)) defineKey(schemas, name, copyOf(value))
    else defineKey(required, name, typeof value === 'string' ? [value] : value)
  }
  if (Object.keys(required).length > 0) copy.dependentRequired = required
  if (Object.keys(schemas).length > 0) copy.dependentSchemas = schemas
}

/** The reference to the place where its target stands after the rewriting. */
function upgradeRef(ref: string, { resource, resources }: Place): string {
  const [path = '', fragment] = ref.split('#', 2)
  if (!fragment?.startsWith('/')) return ref
  const uri = resolveUri(path, resources.uriOf.get(resource) ?? NO_URI)
  const target = path === '' ? resource : uri === undefined ? undefined : resources.byUri.get(uri)
  // What it names may be outside: in the contract around the schema.
  if (target === undefined || atPointer(target, `#${fragment}`) === undefined) return ref
  const before = fromPointer(`#${fragment}`)
  const after = upgradeSteps(before, target)
  if (after.every((step, i) => step === before[i])) return ref
  return path + toFragment(toPointer(after))
}

function upgradeSteps(steps: readonly string[], resource: SchemaObject): PathStep[] {
  const upgraded: PathStep[] = []
  let value: unknown = resource
  let isAtSchema = true
  for (const [i, step] of steps.entries()) {
    const parent = value
    value = isObject(parent) || Array.isArray(parent) ? (parent as Record<string, unknown>)[step] : undefined
    upgraded.push(isAtSchema && isSchemaObject(parent) ? upgradeStep(step, value, steps[i + 1], parent) : step)
    isAtSchema = !isAtSchema || !holdsSeveral(step, value)
  }
  return upgraded
}

function upgradeStep(step: string, value: unknown, next: string | undefined, parent: SchemaObject): string {
  if (step === 'definitions') return definitionsKey(parent)
  if (step === 'items') return Array.isArray(value) ? 'prefixItems' : step
  if (step === 'additionalItems') return Array.isArray(parent.items) ? 'items' : step
  if (step !== 'dependencies' || !isObject(value) || next === undefined) return step
  return isSchema(value[next]) ? 'dependentSchemas' : 'dependentRequired'
}

function holdsSeveral(keyword: string, value: unknown): boolean {
  if (keyword === 'items') return Array.isArray(value)
  return keyword === 'dependencies' || isOneOf(SCHEMA_LIST_KEYWORDS, keyword) || isOneOf(SCHEMA_MAP_KEYWORDS, keyword)
}

function isOneOf(keywords: readonly string[], keyword: string): boolean {
  return keywords.includes(keyword)
}
