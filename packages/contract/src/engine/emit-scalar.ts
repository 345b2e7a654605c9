import type { SchemaObject } from '../schema.ts'
import { ASSERTIONS, codePoints } from './assertions.ts'
import type { CodeWriter } from './code-writer.ts'
import { FORMATS } from './formats.ts'
import { compilePattern } from './pattern.ts'

/** Tests for the kinds of values that keywords speak about. */
export const KIND_TESTS: Readonly<Record<string, (v: string) => string>> = {
  number: (v) => `typeof ${v} === 'number'`,
  string: (v) => `typeof ${v} === 'string'`,
  array: (v) => `Array.isArray(${v})`,
  object: (v) => `typeof ${v} === 'object' && ${v} !== null && !Array.isArray(${v})`,
}

const TYPE_TESTS: Readonly<Record<string, (v: string) => string>> = {
  ...KIND_TESTS,
  null: (v) => `${v} === null`,
  boolean: (v) => `typeof ${v} === 'boolean'`,
  integer: (v) => `Number.isInteger(${v})`,
  number: (v) => `Number.isFinite(${v})`,
}

/** The test that a value has one of some types. */
export function typeTest(types: readonly string[], v: string): string {
  return types.map((type) => TYPE_TESTS[type]?.(v) ?? 'false').join(' || ')
}

const MAX_INLINE_ENUM = 30

/** Code for `enum` and `const`: values are compared one by one where they are few and simple. */
export function emitValues(writer: CodeWriter, schema: SchemaObject, v: string, fail: string): string {
  return (['enum', 'const'] as const)
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => {
      const values: readonly unknown[] = keyword === 'const' ? [schema.const] : (schema.enum ?? [])
      const isInlined = values.length > 0 && values.length <= MAX_INLINE_ENUM && values.every(isScalar)
      return isInlined
        ? `if (${values.map((value) => `${v} !== ${JSON.stringify(value)}`).join(' && ')}) ${fail}`
        : `if (!${writer.refer(ASSERTIONS[keyword]?.(schema))}(${v})) ${fail}`
    })
    .join('\n')
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

const BOUNDS = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const

/** Code for the keywords about numbers. */
export function emitNumber(writer: CodeWriter, schema: SchemaObject, v: string, fail: string): string {
  const lines: string[] = []
  for (const [keyword, sign] of Object.entries(BOUNDS)) {
    if (Object.hasOwn(schema, keyword)) lines.push(`if (!(${v} ${sign} ${schema[keyword]})) ${fail}`)
  }
  if (schema.multipleOf !== undefined)
    lines.push(`if (!${writer.refer(ASSERTIONS.multipleOf?.(schema))}(${v})) ${fail}`)
  return lines.join('\n')
}

/** Code for the keywords about texts. Characters are counted only where the number of UTF-16 units leaves it open. */
export function emitString(writer: CodeWriter, schema: SchemaObject, v: string, fail: string): string {
  const { minLength, maxLength, pattern, format } = schema
  const lines: string[] = []
  const count = () => `${writer.refer(codePoints)}(${v})`
  if (maxLength !== undefined) lines.push(`if (${v}.length > ${maxLength} && ${count()} > ${maxLength}) ${fail}`)
  if (minLength !== undefined) lines.push(`if (${v}.length < ${2 * minLength} && ${count()} < ${minLength}) ${fail}`)
  if (pattern !== undefined) lines.push(`if (!${patternTest(writer, pattern, v)}) ${fail}`)
  const isFormat = writer.assertFormats && format !== undefined ? FORMATS.get(format) : undefined
  if (isFormat) lines.push(`if (!${writer.refer(isFormat)}(${v})) ${fail}`)
  return lines.join('\n')
}

/** The test of a text by a pattern: by V8 itself where that cannot hang. */
export function patternTest(writer: CodeWriter, source: string, v: string): string {
  const pattern = compilePattern(source)
  return pattern.safety === 'safe'
    ? `${writer.refer(new RegExp(source, 'u'))}.test(${v})`
    : `${writer.refer(pattern.test)}(${v})`
}
