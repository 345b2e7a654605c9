import type { PathStep } from '../pointer.ts'
import { isSchemaObject, type Schema } from '../schema.ts'

/** A regular expression of a schema. */
export interface SchemaPattern {
  readonly source: string
  /** The way to it from the schema. */
  readonly at: readonly PathStep[]
}

/** The regular expressions that a schema itself has: its `pattern`, and the names of its `patternProperties`. */
export function schemaPatterns(schema: Schema): SchemaPattern[] {
  if (!isSchemaObject(schema)) return []
  const { pattern, patternProperties } = schema
  const names = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : []
  const patterns = names.map((source) => ({ source, at: ['patternProperties', source] }))
  return typeof pattern === 'string' ? [{ source: pattern, at: ['pattern'] }, ...patterns] : patterns
}
