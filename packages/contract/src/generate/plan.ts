import type { Schema, SchemaObject } from '../schema.ts'
import type { PatternTexts } from './pattern-text.ts'

/** What is known about a schema before any value is made of it. */
export interface Plan {
  readonly root: Schema
  /** What a `$ref` or `$dynamicRef` of the schema leads to. */
  refTarget(schema: SchemaObject): Schema | undefined
  /** The JSON pointer to a schema of the document; empty for one that is not in it. */
  pointerTo(schema: Schema): string
  /** How many levels its smallest value has; infinite where a recursion has no end. */
  heightOf(schema: Schema): number
  /** The ways of not fitting a schema. */
  negations(schema: Schema): readonly Schema[]
  /** True when the text matches the pattern; no pattern can make this hang. */
  matches(pattern: string, text: string): boolean
  /** True when the property name fits the schema, as far as that is decidable without the document around it. */
  acceptsName(schema: SchemaObject, name: string): boolean
  /** A text that fits the schema, always the same; undefined when none was found. */
  text(schema: Schema): string | undefined
  /** A property name that the schema does not mention; undefined when it mentions all that were tried. */
  freshKey(schema: SchemaObject): string | undefined
  /** Makes texts that match a pattern; undefined for an unsupported pattern. */
  patternTexts(pattern: string): PatternTexts | undefined
}
