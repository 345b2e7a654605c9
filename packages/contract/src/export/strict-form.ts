import { escapeStep } from '../pointer.ts'
import { isSchema, type Schema, type SchemaType } from '../schema.ts'
import { extraSources, type ObjectForm, readObject } from './object-form.ts'
import { readShape, type Shape, type Source, sourcesOf } from './schema-shape.ts'

/**
 * How a strict tool writes the value of a place. The export builds its schema from this and fromStrictArguments reads
 * arguments with it, so the two cannot disagree.
 */
export type StrictForm =
  /** Nothing is valid here. */
  | { readonly kind: 'never' }
  /** Anything may stand here, which strict mode cannot say: the value is written as JSON text. */
  | { readonly kind: 'text' }
  /** A string, number, boolean, null or a choice of them. */
  | { readonly kind: 'scalar' }
  | { readonly kind: 'object'; readonly object: ObjectForm }
  /** An object whose keys are free: a list of key and value. */
  | { readonly kind: 'entries'; readonly keys: readonly Source[]; readonly values: readonly Source[] }
  | { readonly kind: 'array'; readonly array: ArrayForm }
  | { readonly kind: 'alternatives'; readonly branches: readonly (readonly Source[])[] }
  /** One form for each of several types. */
  | { readonly kind: 'types'; readonly forms: ReadonlyMap<SchemaType, StrictForm> }

/** A list; `prefix` has what stands at fixed positions, `rest` what follows (undefined: nothing may). */
interface ArrayForm {
  readonly prefix: readonly (readonly Source[])[]
  readonly rest: readonly Source[] | undefined
}

/** Decides the form of a place that is not the root. */
export function strictForm(root: Schema, shape: Shape): StrictForm {
  if (shape.isImpossible) return { kind: 'never' }
  if (isScalarList(shape.values)) return { kind: 'scalar' }
  if (shape.alternatives) return { kind: 'alternatives', branches: shape.alternatives.branches }
  if (!shape.types || shape.isTooLarge) return { kind: 'text' }
  const types = [...shape.types].filter((type) => type !== 'null')
  const compound = types.filter((type) => type === 'object' || type === 'array')
  if (compound.length === 0) return { kind: 'scalar' }
  const forms = new Map(compound.map((type) => [type, type === 'array' ? arrayOf(shape) : objectOf(root, shape)]))
  const [only] = forms.values()
  if (types.length === 1 && only) return only
  const object = forms.get('object')?.kind
  const isAmbiguous = (object === 'entries' && forms.has('array')) || (object === 'text' && types.includes('string'))
  if (isAmbiguous) return { kind: 'text' }
  return { kind: 'types', forms: new Map([...forms, ...scalarForms(types)]) }
}

/** True when null is a value of the place, so that it cannot stand for an absent one. */
export function takesNull(root: Schema, sources: readonly Source[], seen = new Set<string>()): boolean {
  if (seen.size > MAX_SEEN) return false
  const shape = readShape(root, sources)
  if (seen.has(shape.key)) return false
  seen.add(shape.key)
  if (isScalarList(shape.values)) return shape.values.includes(null)
  if (shape.alternatives) return shape.alternatives.branches.some((branch) => takesNull(root, branch, seen))
  return strictForm(root, shape).kind !== 'text' && (shape.types?.has('null') ?? false)
}

// A choice between more things than this is not one that null could be found in by reading.
const MAX_SEEN = 200

/** True when every value is one that fits into an `enum` of a strict schema. */
export function isScalarList(values: readonly unknown[] | undefined): values is readonly unknown[] {
  return values?.every((value) => typeof value !== 'object' || value === null) ?? false
}

function scalarForms(types: readonly SchemaType[]): [SchemaType, StrictForm][] {
  return types.filter((type) => type !== 'object' && type !== 'array').map((type) => [type, { kind: 'scalar' }])
}

function objectOf(root: Schema, shape: Shape): StrictForm {
  const object = readObject(shape)
  if (object.properties.size > 0 || object.isClosed) return { kind: 'object', object }
  const values = shape.sources.flatMap((source) => [
    ...extraSources(source),
    ...Object.entries(source.schema.patternProperties ?? {}).map(([pattern, schema]) => ({
      schema,
      pointer: `${source.pointer}/patternProperties/${escapeStep(pattern)}`,
    })),
  ])
  const { types, alternatives } = readShape(root, values)
  if (!types && !alternatives) return { kind: 'text' }
  const keys = shape.sources.flatMap(({ schema, pointer }) =>
    isSchema(schema.propertyNames) ? [{ schema: schema.propertyNames, pointer: `${pointer}/propertyNames` }] : [],
  )
  return { kind: 'entries', keys, values }
}

function arrayOf(shape: Shape): StrictForm {
  const lists = shape.sources.map(({ schema, pointer }) => ({
    prefix: sourcesOf(schema, pointer, 'prefixItems'),
    items: isSchema(schema.items) ? [{ schema: schema.items, pointer: `${pointer}/items` }] : [],
  }))
  const length = Math.max(0, ...lists.map(({ prefix }) => prefix.length))
  const prefix = Array.from({ length }, (_, i) => lists.flatMap((list) => list.prefix[i] ?? list.items))
  const rest = lists.flatMap(({ items }) => items)
  return { kind: 'array', array: { prefix, rest: rest.some(({ schema }) => schema === false) ? undefined : rest } }
}
