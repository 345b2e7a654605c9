import { defineKey, hasOwn, isObject, jsonTypeOf } from '../json.ts'
import type { Action } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { isOfType } from '../schema-types.ts'
import { type ObjectForm, readWholeObject } from './object-form.ts'
import { readShape, type Shape, type Source } from './schema-shape.ts'
import { isScalarList, type StrictForm, strictForm, takesNull } from './strict-form.ts'

/**
 * Turns the arguments a model wrote for a strict tool back into an input: null for an optional property is dropped, lists of
 * key and value become objects, JSON text becomes its value. Only for tools whose `strict` is true; check the input afterwards.
 */
export function fromStrictArguments(action: Action, args: unknown): unknown {
  const root = action.input.schema
  const object = readWholeObject(root, readShape(root, [{ schema: root, pointer: '' }]))
  return readForm(placeReader(root), { kind: 'object', object }, args, 0)
}

/** What is known of a place: read once for all the items of a list. */
interface Place {
  readonly shape: Shape
  readonly form: StrictForm
  readonly takesNull: boolean
}
type PlaceReader = (sources: readonly Source[]) => Place

function placeReader(root: Schema): PlaceReader {
  const known = new WeakMap<readonly Source[], Place>()
  return (sources) => {
    const before = known.get(sources)
    if (before) return before
    const shape = readShape(root, sources)
    const place = { shape, form: strictForm(root, shape), takesNull: takesNull(root, sources) }
    known.set(sources, place)
    return place
  }
}

// Deeper than any model writes. What lies deeper is handed on as it is, and the check decides.
const MAX_DEPTH = 500

function readForm(read: PlaceReader, form: StrictForm, value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value
  const readPlace = (sources: readonly Source[], inner: unknown) => readForm(read, read(sources).form, inner, depth + 1)
  switch (form.kind) {
    case 'never':
    case 'scalar':
      return value
    case 'text':
      return readText(value)
    case 'array': {
      const { prefix, rest = [] } = form.array
      return Array.isArray(value) ? value.map((item, i) => readPlace(prefix[i] ?? rest, item)) : value
    }
    case 'entries': {
      if (!Array.isArray(value) || !value.every(isEntry)) return value
      const object = {}
      for (const entry of value) defineKey(object, entry.key, readPlace(form.values, entry.value))
      return object
    }
    case 'object': {
      if (!isObject(value)) return value
      const object = {}
      for (const [name, inner] of Object.entries(value)) {
        const sources = form.object.properties.get(name)
        if (!sources) defineKey(object, name, inner)
        else if (inner !== null) defineKey(object, name, readPlace(sources, inner))
        else if (form.object.required.has(name) || read(sources).takesNull) defineKey(object, name, null)
      }
      return object
    }
    case 'alternatives': {
      const branch = form.branches.find((sources) => fits(read, sources, value, new Set()))
      return branch ? readPlace(branch, value) : value
    }
    case 'types': {
      const type = jsonTypeOf(value)
      // An object with free keys is written as a list, and then no other list may stand there.
      const own = form.forms.get(type) ?? (type === 'array' ? form.forms.get('object') : undefined)
      return own ? readForm(read, own, value, depth + 1) : value
    }
  }
}

function isEntry(entry: unknown): entry is { key: string; value: unknown } {
  return isObject(entry) && typeof entry.key === 'string' && hasOwn(entry, 'value')
}

function readText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** True when the value looks like one the branch describes: its type, its names, its tags. */
function fits(read: PlaceReader, sources: readonly Source[], value: unknown, seen: Set<string>): boolean {
  const { shape, form } = read(sources)
  if (seen.has(shape.key)) return false
  seen.add(shape.key)
  if (value === null && form.kind !== 'alternatives' && form.kind !== 'scalar') return shape.types?.has('null') ?? false
  switch (form.kind) {
    case 'never':
      return false
    case 'text':
      return typeof value === 'string'
    case 'scalar':
      return isScalar(shape, value)
    case 'entries':
      return Array.isArray(value) && value.every(isEntry)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value) && fitsObject(read, form.object, value)
    case 'alternatives':
      return form.branches.some((branch) => fits(read, branch, value, seen))
    case 'types':
      return isOfType(form.forms.keys(), value) || (Array.isArray(value) && value.every(isEntry))
  }
}

function fitsObject(read: PlaceReader, { properties, required }: ObjectForm, value: Record<string, unknown>): boolean {
  if (!Object.keys(value).every((name) => properties.has(name))) return false
  return [...required].every((name) => {
    const sources = properties.get(name)
    if (!hasOwn(value, name) || !sources) return false
    const { shape, form } = read(sources)
    return form.kind !== 'scalar' || isScalar(shape, value[name])
  })
}

function isScalar({ values, types }: Shape, value: unknown): boolean {
  return isScalarList(values) ? values.includes(value) : !types || isOfType(types, value)
}
