import type { Severity } from '../finding.ts'
import { hasOwn, isObject, jsonEquals, preview } from '../json.ts'
import { isSchemaObject, type SchemaObject } from '../schema.ts'
import { readType } from './parameter-type.ts'

/** Something in a parameter definition that could not be read as it stands. */
export interface DefinitionProblem {
  /** JSON pointer from the definition. */
  readonly field: string
  readonly severity: Severity
  readonly message: string
}

const FIELDS = new Set(['name', 'type', 'description', 'required', 'default', 'schema'])

/** Reads the schema of one parameter from its definition: `type`, `description` and `default` merged into `schema`. */
export function readDefinition(definition: Readonly<Record<string, unknown>>): {
  schema: SchemaObject
  problems: readonly DefinitionProblem[]
} {
  const problems: DefinitionProblem[] = []
  const say = (field: string, message: string, severity: Severity = 'warning') =>
    problems.push({ field, message, severity })
  for (const field of Object.keys(definition)) {
    if (!FIELDS.has(field))
      say('', `the field ${preview(field)} is not one of a parameter; keywords belong in "schema"`)
  }
  const { required, schema: own = {} } = definition
  if (required !== undefined && typeof required !== 'boolean') {
    say('/required', `expected true or false, got ${preview(required)}: taken as false`)
  }
  if (!isSchemaObject(own)) say('/schema', `expected a schema, got ${preview(own)}`, 'error')
  const rest: SchemaObject = isSchemaObject(own) ? own : {}
  const schema: Record<string, unknown> = { ...rest, ...readTypeField(definition.type, rest, say) }
  const stated: [string, unknown][] = [
    ['description', definition.description],
    // Document D writes "default": null where there is none.
    ['default', definition.default ?? undefined],
  ]
  for (const [field, value] of stated) {
    if (value === undefined) continue
    if (hasOwn(rest, field) && !jsonEquals(rest[field], value)) {
      say(
        `/${field}`,
        `expected the same as in "schema", ${preview(rest[field])}, got ${preview(value)}: the latter counts`,
      )
    }
    schema[field] = value
  }
  if (schema.description !== undefined && typeof schema.description !== 'string') {
    say('/description', `expected text, got ${preview(schema.description)}`)
    delete schema.description
  }
  return { schema, problems }
}

type Say = (field: string, message: string, severity?: Severity) => void

/** What the `type` field adds to the schema, or says better than it. */
function readTypeField(type: unknown, schema: SchemaObject, say: Say): SchemaObject {
  if (type === undefined) {
    if (schema.type === undefined) say('', 'expected a type, got none: anything is taken')
    return {}
  }
  if (type === 'enum') return readEnumField(schema, say)
  const read = typeof type === 'string' ? readType(type) : undefined
  if (read === undefined) {
    say('/type', `expected a type such as string, integer or array, got ${preview(type)}`, 'error')
    return {}
  }
  const { type: stated, items, ...others } = read
  const isNarrower = schema.type === undefined ? false : isWithin(schema.type, stated)
  if (schema.type !== undefined && stated !== undefined && !isNarrower) {
    say('/type', `expected the same as in "schema", ${preview(schema.type)}, got ${preview(type)}: the latter counts`)
  }
  return {
    ...(stated === undefined || isNarrower ? {} : { type: stated }),
    ...(items === undefined
      ? {}
      : { items: isObject(items) && isObject(schema.items) ? { ...items, ...schema.items } : items }),
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !hasOwn(schema, key))),
  }
}

function readEnumField(schema: SchemaObject, say: Say): SchemaObject {
  if (!Array.isArray(schema.enum)) {
    say('/type', 'expected the values of an enum in "schema", as {"enum": […]}, got none', 'error')
    return {}
  }
  const isText = schema.type === undefined && schema.enum.every((value) => typeof value === 'string')
  return isText ? { type: 'string' } : {}
}

/** True when every type of the first is one of the second; an integer is a number. */
function isWithin(inner: unknown, outer: unknown): boolean {
  const allowed = new Set([outer].flat())
  return [inner].flat().every((type) => allowed.has(type) || (type === 'integer' && allowed.has('number')))
}
