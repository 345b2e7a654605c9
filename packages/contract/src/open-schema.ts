import { type CompileOptions, compileSchema, type SchemaValidator } from './engine/compile-schema.ts'
import type { Issue } from './issue.ts'
import type { Schema } from './schema.ts'

/** How a value that fails strict validation is treated. */
export type Policy = 'strict' | 'friendly'

/** One repair of a value, as reported to the caller. */
export interface Coercion {
  /** JSON pointer to the place in the value that was sent. */
  readonly path: string
  readonly from: unknown
  /** What it became; absent when the property was dropped. */
  readonly to?: unknown
  readonly rule: CoercionRule
}

/** The names of the repairs there are. */
export type CoercionRule =
  | 'string-to-number'
  | 'string-to-boolean'
  | 'wrap-in-array'
  | 'parse-json'
  | 'enum-spelling'
  | 'drop-null'

/** What a check found out. */
export interface CheckResult {
  readonly ok: boolean
  /** The value with repairs and defaults when ok; the value as it was sent otherwise. */
  readonly value: unknown
  readonly coercions: readonly Coercion[]
  readonly issues: readonly Issue[]
}

/** Options of a check. */
export interface CheckOptions {
  /** `friendly` repairs what has one lossless reading, `strict` repairs nothing. */
  readonly policy?: Policy
}

/** A schema that checks values: validates, repairs, fills in defaults. */
export interface SchemaChecker {
  readonly schema: Schema
  check(value: unknown, options?: CheckOptions): CheckResult
  /** The compiled validator, made on first use. */
  readonly validator: SchemaValidator
}

/** Makes a checker of a schema. Nothing is compiled before the first check. */
export function openSchema(schema: Schema, options: CompileOptions = {}): SchemaChecker {
  let validator: SchemaValidator | undefined
  return {
    schema,
    get validator() {
      validator ??= compileSchema(schema, options)
      return validator
    },
    check(value) {
      const issues = this.validator.issues(value)
      return { ok: issues.length === 0, value, coercions: [], issues }
    },
  }
}
