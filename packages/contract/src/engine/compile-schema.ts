import type { Finding } from '../finding.ts'
import { invalidContract } from '../invalid-contract.ts'
import type { Issue } from '../issue.ts'
import { hasOwn } from '../json.ts'
import type { Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { checkLinked } from './check-linked.ts'
import { isFitForCode, mustKeepAnswers } from './choose-engine.ts'
import type { CodeSource } from './code-writer.ts'
import { createExactEngine } from './exact-engine.ts'
import { explain, MAX_ISSUES } from './explain.ts'
import { generateValidator } from './generate-validator.ts'
import { lateEngine } from './late-engine.ts'
import { type LinkedSchema, linkSchema } from './link-schema.ts'
import { METASCHEMAS } from './metaschemas.ts'
import { provenSuggestions } from './proven-suggestions.ts'

/** A schema ready to judge values. Never throws, whatever the value. */
export interface SchemaValidator {
  readonly schema: Schema
  /** What other code about the schema can be generated from; undefined for a schema that is not fit for it. */
  readonly source: CodeSource | undefined
  /** The fast question. A value too deep to walk is not valid. */
  isValid(value: unknown): boolean
  /** Whether it has been asked so often that generated code pays. */
  isSettled(): boolean
  /** The same for the subschema at a JSON pointer, alone. Nothing fits where there is none. */
  isValidAt(pointer: string, value: unknown): boolean
  /** Every reason why not; empty when the value is valid. */
  issues(value: unknown): readonly Issue[]
}

/** Options of compileSchema. */
export interface CompileOptions {
  /** Other schemas that `$ref` may name, by URI. Nothing is ever fetched. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** False makes `format` an annotation, the specification's default. */
  readonly assertFormats?: boolean
}

/** So many failures are looked at when suggestions are tried. */
const MAX_TRIED = 1_000

/** Caches a validator as long as its schema is referenced, and no longer. */
const compiled = new WeakMap<object, { options: CompileOptions; validator: SchemaValidator }>()

/** Compiles a draft 2020-12 schema, once for each schema object. Throws SkillError INVALID_CONTRACT, with findings, when it is not one. */
export function compileSchema(schema: Schema, options: CompileOptions = {}): SchemaValidator {
  if (typeof schema !== 'object' || schema === null) return createValidator(schema, options)
  const known = compiled.get(schema)
  if (known && known.options.schemas === options.schemas && known.options.assertFormats === options.assertFormats)
    return known.validator
  const validator = createValidator(schema, options)
  compiled.set(schema, { options, validator })
  return validator
}

/** The same, or undefined when the schema cannot be used: for callers who can do without and leave it to others to say why. */
export function tryCompileSchema(schema: Schema, options: CompileOptions = {}): SchemaValidator | undefined {
  try {
    return compileSchema(schema, options)
  } catch (error) {
    if (error instanceof SkillError) return undefined
    throw error
  }
}

/** Everything that makes a schema unusable, without compiling it; empty when it can be used. */
export function schemaFindings(schema: Schema, { schemas = {} }: CompileOptions = {}): readonly Finding[] {
  return checkLinked(link(schema, schemas))
}

function createValidator(schema: Schema, { schemas = {}, assertFormats = true }: CompileOptions): SchemaValidator {
  const linked = link(schema, schemas)
  const findings = checkLinked(linked)
  if (findings.length > 0) throw invalidContract('The schema cannot be used', findings)
  const hasReferences = linked.nodes.some(({ ref, dynamicRef }) => ref ?? dynamicRef)
  const keepsAnswers = hasReferences && mustKeepAnswers(linked)
  const exact = createExactEngine(linked, { assertFormats, keepsAnswers })
  const judge = (value: unknown) => exact.isValid(value)
  const source = !keepsAnswers && isFitForCode(linked) ? { linked, assertFormats } : undefined
  const makeFast = () => (source ? generateValidator(source, judge) : judge)
  const { isValid, isSettled } = keepsAnswers ? { isValid: judge, isSettled: () => true } : lateEngine(judge, makeFast)
  return {
    schema,
    source,
    isValid,
    isSettled,
    isValidAt(pointer, value) {
      const node = linked.root.document.nodes.get(pointer)
      return node !== undefined && exact.isValid(value, node)
    },
    issues(value) {
      if (isValid(value)) return []
      const failures = exact.failures(value, MAX_ISSUES + 1)
      // Both engines agree on every value that is not too deep for one of them.
      return explain(
        failures.length > 0
          ? failures
          : [{ path: [], node: linked.root, keyword: 'depth', value, circumstance: undefined }],
        { prove: (suggested) => provenSuggestions(value, suggested, (tried) => exact.failures(tried, MAX_TRIED)) },
      )
    },
  }
}

function link(schema: Schema, schemas: Readonly<Record<string, Schema>>): LinkedSchema {
  return linkSchema(schema, (uri) => (hasOwn(schemas, uri) ? schemas[uri] : METASCHEMAS.get(uri)))
}
