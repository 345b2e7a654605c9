import type { Finding } from './finding.ts'
import { isObject } from './json.ts'
import { toPointer } from './pointer.ts'
import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from './schema.ts'

/** What an older draft spelt differently: where it is met, and what is written now. */
const OLDER: readonly { keyword: string; isMet: (value: unknown) => boolean; now: string }[] = [
  { keyword: 'items', isMet: Array.isArray, now: 'Write the list as prefixItems, and additionalItems as items' },
  { keyword: 'exclusiveMinimum', isMet: isBoolean, now: 'Write the bound itself, a number, in place of minimum' },
  { keyword: 'exclusiveMaximum', isMet: isBoolean, now: 'Write the bound itself, a number, in place of maximum' },
  { keyword: 'dependencies', isMet: isObject, now: 'Write dependentRequired for names, dependentSchemas for schemas' },
  { keyword: '$recursiveRef', isMet: (value) => typeof value === 'string', now: 'Write $ref, or $dynamicRef' },
]

/** Keywords of a schema that names no draft and that mean something only in an older one: here they would say nothing, or something else. */
export function olderSpellings(root: Schema, place: string): Finding[] {
  const found: Finding[] = []
  const pending: [Schema, string][] = [[root, place]]
  for (const [schema, pointer] of pending) {
    if (!isSchemaObject(schema)) continue
    for (const { keyword, isMet, now } of OLDER) {
      if (Object.hasOwn(schema, keyword) && isMet(schema[keyword])) found.push(older(schema, keyword, pointer, now))
    }
    eachSubschema(schema, (sub, steps) => pending.push([sub, pointer + toPointer(steps)]))
  }
  return found
}

function older(schema: SchemaObject, keyword: string, pointer: string, now: string): Finding {
  const form = Array.isArray(schema[keyword]) ? 'as a list' : isBoolean(schema[keyword]) ? 'as true or false' : ''
  return {
    rule: 'schema/older-draft',
    severity: 'error',
    pointer: `${pointer}/${keyword}`,
    message: `${keyword} ${form}`
      .trim()
      .concat(' belongs to an older draft of JSON Schema, and this schema names none.'),
    why: 'In draft 2020-12, which a schema is written in that names no other, it says nothing or something else.',
    fix: `${now}; or name the draft in $schema, such as http://json-schema.org/draft-07/schema#.`,
  }
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}
