import { counted } from '../counted.ts'
import { isObject, preview } from '../json.ts'

/** What a keyword demands, in words; undefined when that would need more than a phrase. */
export function constraintPhrase(keyword: string, value: unknown): string | undefined {
  const phrase = Object.hasOwn(PHRASES, keyword) ? PHRASES[keyword] : undefined
  return phrase?.(value)
}

const PHRASES: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  minLength: (n) => `at least ${counted(Number(n), 'character')}`,
  maxLength: (n) => `at most ${counted(Number(n), 'character')}`,
  pattern: (text) => `matches ${String(text).slice(0, 200)}`,
  format: (name) => `format ${String(name)}`,
  minimum: (n) => `at least ${String(n)}`,
  maximum: (n) => `at most ${String(n)}`,
  exclusiveMinimum: (n) => `more than ${String(n)}`,
  exclusiveMaximum: (n) => `less than ${String(n)}`,
  multipleOf: (n) => `a multiple of ${String(n)}`,
  minItems: (n) => `at least ${counted(Number(n), 'item')}`,
  maxItems: (n) => `at most ${counted(Number(n), 'item')}`,
  uniqueItems: (on) => (on === true ? 'no item twice' : undefined),
  minContains: (n) => `at least ${String(n)} of the items asked for`,
  maxContains: (n) => `at most ${String(n)} of the items asked for`,
  minProperties: (n) => `at least ${counted(Number(n), 'key')}`,
  maxProperties: (n) => `at most ${counted(Number(n), 'key')}`,
  dependentRequired: (map) =>
    isObject(map)
      ? Object.entries(map)
          .map(([name, needs]) => `${name} also needs ${Array.isArray(needs) ? needs.join(' and ') : ''}`)
          .join('; ')
      : undefined,
  propertyNames: (schema) =>
    isObject(schema) && typeof schema.pattern === 'string' ? `keys match ${schema.pattern.slice(0, 200)}` : undefined,
  not: (schema) => {
    if (!isObject(schema)) return undefined
    if (schema.const !== undefined) return `not ${preview(schema.const)}`
    return Array.isArray(schema.enum) ? `none of ${preview(schema.enum)}` : undefined
  },
  enum: (values) => `one of ${preview(values, 200)}`,
  const: (value) => `always ${preview(value, 200)}`,
  default: (value) => `default ${preview(value)}`,
  examples: (values) => (Array.isArray(values) && values.length > 0 ? `for example ${preview(values[0])}` : undefined),
  deprecated: (on) => (on === true ? 'deprecated' : undefined),
  contentEncoding: (name) => `encoded as ${String(name)}`,
  contentMediaType: (name) => `holds ${String(name)}`,
}
