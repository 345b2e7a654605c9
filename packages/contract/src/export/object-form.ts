import { isSchema, type Schema, type SchemaObject } from '../schema.ts'
import { propertySource, readShape, type Shape, type Source } from './schema-shape.ts'

/** An object by its properties. */
export interface ObjectForm {
  readonly properties: ReadonlyMap<string, readonly Source[]>
  readonly required: ReadonlySet<string>
  /** False when the contract lets other properties through. */
  readonly isClosed: boolean
}

/** Reads the properties that all sources of a place demand together. */
export function readObject(shape: Shape): ObjectForm {
  const properties = new Map<string, readonly Source[]>()
  const required = new Set(shape.sources.flatMap(({ schema }) => schema.required ?? []))
  const names = new Set(shape.sources.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))
  for (const name of names.union(required)) {
    const sources = shape.sources.flatMap((source) => propertySource(source, name) ?? extraSources(source))
    if (!sources.some(({ schema }) => schema === false)) properties.set(name, sources)
  }
  const isClosed = shape.sources.some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  )
  return { properties, required: required.intersection(properties), isClosed }
}

/** The properties of a place, with those of all its alternatives side by side. */
export function readWholeObject(root: Schema, shape: Shape): ObjectForm {
  const base = readObject(shape)
  if (!shape.alternatives) return base
  const { branches, pointer } = shape.alternatives
  const choices = new Map<string, (readonly Source[])[]>()
  for (const branch of branches) {
    for (const [name, sources] of readObject(readShape(root, branch)).properties) {
      const known = choices.get(name)
      if (known) known.push(sources)
      else choices.set(name, [sources])
    }
  }
  const properties = new Map(base.properties)
  for (const [name, sources] of choices) {
    const [first = []] = sources
    // What the base declares stands in every branch too, and is merged with what the branch says about it.
    properties.set(name, sources.length === 1 ? first : [{ schema: {}, pointer, mark: `?${name}`, choices: sources }])
  }
  return { ...base, properties }
}

/** What a source demands of a property that it does not declare. */
export function extraSources({ schema, pointer }: Source<SchemaObject>): Source[] {
  const extra = schema.additionalProperties
  // A key may match a pattern instead; whether it does is left to the full contract.
  if (!isSchema(extra) || (extra === false && schema.patternProperties)) return []
  return [{ schema: extra, pointer: `${pointer}/additionalProperties` }]
}
