import type { Static, TOptional, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'

/** What may be said of a text or word. */
interface TextOptions {
  readonly description?: string
}

/** Text written by a user; without NUL, because PostgreSQL stores none. */
export function text(
  maxLength: number,
  { minLength = 1, ...options }: TextOptions & { readonly minLength?: number } = {},
) {
  return Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$', ...options })
}

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words, options: TextOptions = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options })
}

/** What a schema describes, or null. Written as one type rather than a choice of two, which serialises faster. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  const words = 'enum' in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  const type = 'type' in schema ? schema.type : 'object'
  return Type.Unsafe<Static<Schema> | null>({ ...schema, ...words, type: [type, 'null'] })
}

/** The same properties, none of which need be there: Type.Partial without the engine for types of types, which every page would load. */
export function optionals<Properties extends TProperties>(properties: Properties) {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Properties]: TOptional<Properties[Name]> }
}

/** An object with any names, each with what a schema describes: Type.Record without that engine. */
export function mapOf<Schema extends TSchema>(schema: Schema, options: TextOptions = {}) {
  return Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: schema, ...options })
}

/** What a schema describes, which need not be given: then it is this. The schema must be no other's, since it is changed. */
export function withDefault<Schema extends TSchema>(schema: Schema, value: Static<Schema>) {
  return Object.assign(schema, { default: value })
}

/** A moment, as RFC 3339 writes it. */
export const TIME = Type.String({ format: 'date-time' })

/** A text that is sent as it is. */
export const TEXT = Type.String()

/** Bytes that are sent as they are. */
export const BYTES = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })
