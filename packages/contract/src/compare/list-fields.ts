import { isObject } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import { isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { type RefResolver, resolveRefs } from './resolve-refs.ts'

/** A property that a schema mentions, at any place. */
export interface Field {
  readonly name: string
  /** JSON pointer to where the schema declares it, or requires it. */
  readonly pointer: string
  /** How it is required: by the schema itself, by so many of its alternatives, or not at all. */
  readonly required: string
}

interface Place {
  readonly schema: Schema
  readonly pointer: string
  /** True inside an alternative: what it says need not hold. */
  readonly isOptional: boolean
}

const MAX_FIELDS = 5000
const MAX_DEPTH = 12

/**
 * Lists the properties of a schema by their place in the document (`/topics`, `/items/*` + `/name`), whether they are
 * declared directly, behind a reference or in a combinator. So moving a declaration is not taken for a removal.
 */
export function listFields(root: Schema): ReadonlyMap<string, Field> {
  const resolve = resolveRefs(root)
  const fields = new Map<string, Field>()

  function visit(places: readonly Place[], path: string, above: readonly SchemaObject[]): void {
    const here = sameValue(places, resolve).filter(({ schema }) => !above.includes(schema))
    if (above.length > MAX_DEPTH * 4 || path.split('/').length > MAX_DEPTH || fields.size > MAX_FIELDS) return
    const inside = new Map<string, Place[]>()
    const add = (step: string, place: Place) => {
      const others = inside.get(step)
      if (others) others.push(place)
      else inside.set(step, [place])
    }
    for (const { schema, pointer } of here) eachChild(schema, pointer, add)
    for (const [step, children] of inside)
      visit(children, `${path}/${step}`, [...above, ...here.map(({ schema }) => schema)])
    for (const [name, field] of fieldsOf(here)) fields.set(`${path}/.${name}`, field)
  }

  visit([{ schema: root, pointer: '', isOptional: false }], '', [])
  return fields
}

type ObjectPlace = Place & { readonly schema: SchemaObject }

/** The schemas that apply to the same value. */
function sameValue(places: readonly Place[], resolve: RefResolver): ObjectPlace[] {
  const found = new Map<SchemaObject, ObjectPlace>()
  const pending = [...places]
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { schema, pointer, isOptional } = place
    if (!isSchemaObject(schema) || found.has(schema)) continue
    found.set(schema, { schema, pointer, isOptional })
    for (const target of resolve(schema)) if (target) pending.push({ ...target, isOptional })
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const subs: readonly Schema[] = Array.isArray(schema[keyword]) ? schema[keyword] : []
      subs.forEach((sub, i) => {
        pending.push({
          schema: sub,
          pointer: `${pointer}/${keyword}/${i}`,
          isOptional: isOptional || keyword !== 'allOf',
        })
      })
    }
    for (const keyword of ['then', 'else'] as const) {
      const sub = schema[keyword]
      if (sub !== undefined && schema.if !== undefined)
        pending.push({ schema: sub, pointer: `${pointer}/${keyword}`, isOptional: true })
    }
    for (const [name, sub] of Object.entries(isObject(schema.dependentSchemas) ? schema.dependentSchemas : {})) {
      pending.push({
        schema: sub as Schema,
        pointer: `${pointer}/dependentSchemas/${escapeStep(name)}`,
        isOptional: true,
      })
    }
  }
  return [...found.values()]
}

function eachChild(schema: SchemaObject, pointer: string, add: (step: string, place: Place) => void): void {
  for (const [name, sub] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    add(`.${name}`, { schema: sub as Schema, pointer: `${pointer}/properties/${escapeStep(name)}`, isOptional: false })
  }
  const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  items.forEach((sub: Schema, i) => {
    add('*', { schema: sub, pointer: `${pointer}/prefixItems/${i}`, isOptional: false })
  })
  for (const keyword of ['items', 'additionalProperties'] as const) {
    const sub = schema[keyword]
    if (isSchemaObject(sub)) add('*', { schema: sub, pointer: `${pointer}/${keyword}`, isOptional: false })
  }
}

function fieldsOf(places: readonly ObjectPlace[]): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const { schema, pointer } of places) {
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      fields.set(name, { name, pointer: `${pointer}/properties/${escapeStep(name)}`, required: '' })
    }
  }
  const counts = new Map<string, number>()
  for (const { schema, pointer: place, isOptional } of places) {
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      counts.set(name, isOptional ? (counts.get(name) ?? 0) + 1 : Number.POSITIVE_INFINITY)
      const pointer = fields.get(name)?.pointer ?? `${place}/required`
      fields.set(name, { name, pointer, required: '' })
    }
  }
  for (const [name, count] of counts) {
    const field = fields.get(name)
    if (field) fields.set(name, { ...field, required: Number.isFinite(count) ? `in ${count} alternatives` : 'always' })
  }
  return fields
}
