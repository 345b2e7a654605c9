import { defineKey, isObject } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { isSchemaObject, mapSubschemas, type Schema, type SchemaObject } from '../schema.ts'
import type { Difference } from './list-differences.ts'

// The new schema rides along under this name, for the references of the parts that were taken from it.
const GUEST = 'the new schema'

/** The old schema with some of its differences from the new one applied, to see what just those do. */
export function applyDifferences(before: Schema, after: Schema, differences: readonly Difference[]): Schema {
  let schema: unknown = before
  let isGuestNeeded = false
  for (const difference of differences) {
    if (difference.keyword === '') {
      if (difference.steps.length === 0) return after
      schema = changeAt(schema, difference.steps, () => borrow(difference.after))
    } else
      schema = changeAt(schema, difference.steps.slice(0, depthOf(difference)), (place) =>
        change(place, difference, borrow),
      )
  }
  if (!isGuestNeeded || !isSchemaObject(schema)) return schema as Schema
  return { ...schema, $defs: { ...schema.$defs, [GUEST]: borrow(after) as Schema } }

  function borrow(value: unknown): unknown {
    return mapRefs(value, (ref) => {
      isGuestNeeded = true
      return ref === '#' ? `#/$defs/${encodeURI(GUEST)}` : `#/$defs/${encodeURI(GUEST)}${ref.slice(1)}`
    })
  }
}

/** How many of the steps lead to the schema object that holds the keyword. */
function depthOf({ steps, keyword, name }: Difference): number {
  return steps.length - (name !== undefined && keyword !== 'required' ? 2 : 1)
}

function change(place: unknown, difference: Difference, borrow: (value: unknown) => unknown): unknown {
  if (!isSchemaObject(place)) return place
  const { keyword, name, was } = difference
  if (keyword === 'required' && name !== undefined) {
    const names = Array.isArray(place.required) ? place.required.filter((other) => other !== name) : []
    return { ...place, required: was === 'added' ? [...names, name] : names }
  }
  if (keyword === 'enum' && was !== 'changed') return changeValues(place, difference)
  if (name !== undefined) {
    const map = isObject(place[keyword]) ? place[keyword] : {}
    return { ...place, [keyword]: withKey(map, name, was === 'removed' ? undefined : borrow(difference.after)) }
  }
  return withKey(place, keyword, was === 'removed' ? undefined : borrow(difference.after))
}

function changeValues(place: SchemaObject, { was, before, after }: Difference): unknown {
  const { const: only, ...rest } = place
  const values = place.enum ?? (only === undefined ? undefined : [only])
  if (values === undefined) return { ...rest, enum: after }
  if (!Array.isArray(before) || !Array.isArray(after))
    return after === undefined ? withKey(rest, 'enum', undefined) : rest
  // Values are compared by text, since equal values need not be the same object.
  const gone = new Set(was === 'removed' ? before.map((value) => JSON.stringify(value)) : [])
  const kept = values.filter((value) => !gone.has(JSON.stringify(value)))
  return { ...rest, enum: was === 'added' ? [...kept, ...after] : kept }
}

function withKey(object: Readonly<Record<string, unknown>>, key: string, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, old] of Object.entries(object)) if (name !== key) defineKey(copy, name, old)
  if (value !== undefined) defineKey(copy, key, value)
  return copy
}

function changeAt(root: unknown, steps: readonly PathStep[], edit: (place: unknown) => unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return edit(root)
  if (Array.isArray(root)) return root.map((item, i) => (i === step ? changeAt(item, rest, edit) : item))
  if (!isObject(root) || !Object.hasOwn(root, step)) return root
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(root)) {
    defineKey(copy, name, name === String(step) ? changeAt(value, rest, edit) : value)
  }
  return copy
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
