import { defineKey, isObject } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { isSchemaObject, mapSubschemas, type Schema, type SchemaObject } from '../schema.ts'
import type { Difference } from './list-differences.ts'

// The new schema rides along under this name, for the references of the parts that were taken from it.
const GUEST = 'the new schema'

/** The old schema with some of its differences from the new one applied, to see what just those do. */
export function applyDifferences(before: Schema, after: Schema, differences: readonly Difference[]): Schema {
  const own = copyOnce()
  const holder: Container = own({ schema: before })
  let isGuestNeeded = false
  for (const difference of differences) {
    if (difference.keyword === '' && difference.steps.length === 0) return after
    const [container, step] = descend(holder, ['schema', ...difference.steps.slice(0, depthOf(difference))], own)
    if (container === undefined) continue
    if (difference.keyword === '') defineKey(container, step, borrow(difference.after))
    else if (isSchemaObject(container[step])) defineKey(container, step, change(container[step], difference))
  }
  const schema = holder.schema as Schema
  if (!isGuestNeeded || !isSchemaObject(schema)) return schema
  return { ...schema, $defs: { ...schema.$defs, [GUEST]: guestOf(after) } }

  function change(source: SchemaObject, difference: Difference): unknown {
    const { keyword, name, was } = difference
    if (keyword === 'enum' && was !== 'changed') return changeValues(source, difference)
    const place: Container = own(source)
    if (keyword === 'required' && name !== undefined) {
      const names = Array.isArray(place.required) ? place.required.filter((other) => other !== name) : []
      place.required = was === 'added' ? [...names, name] : names
    } else if (name !== undefined) {
      const map = own(isObject(place[keyword]) ? place[keyword] : {})
      set(map, name, was === 'removed' ? undefined : borrow(difference.after))
      defineKey(place, keyword, map)
    } else set(place, keyword, was === 'removed' ? undefined : borrow(difference.after))
    return place
  }

  function borrow(value: unknown): unknown {
    return mapRefs(value, (ref) => {
      isGuestNeeded = true
      return guestRef(ref)
    })
  }
}

const guests = new WeakMap<object, Schema>()

/** The new schema as it rides along; made once, since each of its differences may ask for it. */
function guestOf(after: Schema): Schema {
  if (!isSchemaObject(after)) return after
  const guest = guests.get(after) ?? (mapRefs(after, guestRef) as Schema)
  guests.set(after, guest)
  return guest
}

function guestRef(ref: string): string {
  return ref === '#' ? `#/$defs/${encodeURI(GUEST)}` : `#/$defs/${encodeURI(GUEST)}${ref.slice(1)}`
}

type Container = Record<string, unknown>
type Own = <T extends object>(value: T) => T

/** Copies each value when it is first to be changed and never again: there may be thousands of differences in one object. */
function copyOnce(): Own {
  const copies = new WeakSet<object>()
  return (value) => {
    if (copies.has(value)) return value
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as typeof value
    copies.add(copy)
    return copy
  }
}

/** The container of what the steps lead to, all on the way made our own, and the last step; no container where they lead nowhere. */
function descend(
  root: Container,
  steps: readonly PathStep[],
  own: Own,
): [container: Container | undefined, step: string] {
  let container = root
  for (const [i, step] of steps.entries()) {
    if (!Object.hasOwn(container, step)) break
    if (i === steps.length - 1) return [container, String(step)]
    const inside = container[step]
    if (typeof inside !== 'object' || inside === null) break
    const copy = own(inside) as Container
    defineKey(container, String(step), copy)
    container = copy
  }
  return [undefined, '']
}

/** How many of the steps lead to the schema that holds the keyword. */
function depthOf({ steps, keyword, name }: Difference): number {
  if (keyword === '') return steps.length
  return steps.length - (name !== undefined && keyword !== 'required' ? 2 : 1)
}

function changeValues(place: SchemaObject, { was, before, after }: Difference): unknown {
  const { const: only, ...rest } = place
  const values = place.enum ?? (only === undefined ? undefined : [only])
  if (values === undefined) return { ...rest, enum: after }
  if (!Array.isArray(before) || !Array.isArray(after)) {
    const { enum: _, ...unlisted } = rest
    return after === undefined ? unlisted : rest
  }
  // Values are compared by text, since equal values need not be the same object.
  const gone = new Set(was === 'removed' ? before.map((value) => JSON.stringify(value)) : [])
  const kept = values.filter((value) => !gone.has(JSON.stringify(value)))
  return { ...rest, enum: was === 'added' ? [...kept, ...after] : kept }
}

function set(object: Container, key: string, value: unknown): void {
  if (value === undefined) delete object[key]
  else defineKey(object, key, value)
}

/** A part of a schema with its local references changed. */
function mapRefs(value: unknown, changeRef: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapRefs(item, changeRef))
  if (!isSchemaObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const [keyword, inner] of Object.entries(value)) {
    const isLocal = keyword === '$ref' && typeof inner === 'string' && /^#(\/|$)/.test(inner)
    defineKey(
      copy,
      keyword,
      isLocal ? changeRef(inner) : mapSubschemas(keyword, inner, (sub) => mapRefs(sub, changeRef) as Schema),
    )
  }
  return copy
}
