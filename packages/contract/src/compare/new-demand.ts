import { isObject } from '../json.ts'
import { isSchema, type Schema, type SchemaObject } from '../schema.ts'
import type { Difference } from './list-differences.ts'

/** Keywords that ask something by themselves, whatever stands beside them. */
const INDEPENDENT: ReadonlySet<string> = new Set(
  (
    'type required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format ' +
    'minItems maxItems uniqueItems minProperties maxProperties propertyNames dependentRequired dependentSchemas ' +
    'allOf anyOf oneOf not $ref enum properties additionalProperties items'
  ).split(' '),
)

/**
 * What a schema asks after one of its differences that it did not ask before. A value that fitted it fits it still, as far as this
 * difference goes, if it meets the demand. References lead into the new document. `true` where nothing new is asked, undefined where
 * that depends on other keywords too.
 */
export function newDemand(old: Schema, next: Schema, difference: Difference): Schema | undefined {
  const { keyword, name, was, after } = difference
  if (keyword === '') return isSchema(after) ? after : undefined
  if (!isObject(old) || !isObject(next) || !INDEPENDENT.has(keyword)) return undefined
  if (keyword === 'properties' && name !== undefined) {
    return was === 'removed' ? undeclared(next, name) : { properties: { [name]: after as Schema } }
  }
  if (keyword === 'enum') return newValues(difference)
  if (was === 'removed') return true
  if (keyword === 'required' && name !== undefined) return { required: [name] }
  if (name !== undefined) return { [keyword]: { [name]: after } }
  if (keyword === 'additionalProperties') {
    return {
      properties: blank(old.properties),
      patternProperties: blank(old.patternProperties),
      additionalProperties: after as Schema,
    }
  }
  if (keyword !== 'items') return { [keyword]: after }
  const { prefixItems = [] } = old
  return Array.isArray(prefixItems) ? { prefixItems: prefixItems.map(() => true), items: after as Schema } : undefined
}

/** The difference as it looks from the new schema. */
export function reversed({ was, before, after, ...place }: Difference): Difference {
  const back = { added: 'removed', removed: 'added', changed: 'changed' } as const
  return { ...place, was: back[was], before: after, after: before }
}

/** What is asked of a property that is no longer declared. */
function undeclared({ properties, patternProperties, additionalProperties }: SchemaObject, name: string): Schema {
  const rest = isSchema(additionalProperties) ? additionalProperties : true
  if (rest === true || patternProperties === undefined) return rest === true ? true : { properties: { [name]: rest } }
  return {
    properties: blank(properties),
    patternProperties: blank(patternProperties),
    additionalProperties: rest,
  }
}

/** Values that are no longer listed; more of them ask nothing. */
function newValues({ was, before, after }: Difference): Schema | undefined {
  if (Array.isArray(before) && Array.isArray(after)) return was === 'removed' ? { not: { enum: before } } : true
  if (was === 'removed') return true
  return Array.isArray(after) ? { enum: after } : undefined
}

/** The same names, of which nothing is asked. */
function blank(map: unknown): Record<string, Schema> {
  return isObject(map) ? Object.fromEntries(Object.keys(map).map((key) => [key, true])) : {}
}
