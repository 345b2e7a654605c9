import { compilePattern } from '../engine/pattern.ts'
import { hasOwn, isObject } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import type { Schema, SchemaObject } from '../schema.ts'

/**
 * Makes a schema ask of an object, before its defaults are filled in, what the original asks of it afterwards. True when an object that
 * was valid may be refused for its defaults.
 */
export function askUnfilled(
  copy: Record<string, unknown>,
  from: SchemaObject,
  values: ReadonlyMap<string, unknown>,
  isTaken: (steps: readonly PathStep[], value: unknown) => boolean,
): boolean {
  if (values.size === 0) return false
  const names = [...values.keys()]
  const required = new Set(from.required?.filter((name) => !values.has(name)))
  // What is refused as a default must be sent, so that it is another value.
  const applied = appliedIn(from)
  const refused = names.filter((name) => applied(name).some((steps) => !isTaken(steps, values.get(name))))
  for (const name of refused) required.add(name)
  const also: Schema[] = []
  const { dependentRequired, dependentSchemas, minProperties = 0, maxProperties } = from
  if (isObject(dependentRequired)) {
    const filled = Object.entries(from.dependentRequired ?? {}).map(
      ([name, others]) => [name, others.filter((other) => !values.has(other))] as const,
    )
    copy.dependentRequired = Object.fromEntries(filled)
    for (const [name, others] of filled) if (values.has(name)) also.push({ required: others })
  }
  if (isObject(copy.dependentSchemas)) {
    for (const [name, sub] of Object.entries(copy.dependentSchemas)) if (values.has(name)) also.push(sub as Schema)
  }
  if (from.propertyNames !== undefined && !names.every((name) => isTaken(['propertyNames'], name)))
    also.push({ not: { type: 'object' } })
  if (minProperties > 0) copy.minProperties = Math.max(0, minProperties - names.length)
  if (maxProperties !== undefined) {
    const isAll = { required: names }
    also.push({ anyOf: [isAll, { maxProperties: Math.max(0, maxProperties - names.length) }] })
    if (maxProperties < names.length) also.push({ not: { type: 'object' } })
  }
  if (from.required || required.size > 0) copy.required = [...required]
  if (also.length > 0) copy.allOf = [...((copy.allOf as readonly Schema[]) ?? []), ...also]
  return refused.length > 0 || also.length > 0 || dependentSchemas !== undefined
}

/** Tells the subschemas that apply to a property. */
function appliedIn(schema: SchemaObject): (name: string) => readonly (readonly PathStep[])[] {
  const { properties, patternProperties, additionalProperties } = schema
  // Made once for all names: a schema may have more patterns than are remembered.
  const patterns = Object.keys(patternProperties ?? {}).map((source) => ({ source, pattern: compilePattern(source) }))
  return (name) => {
    const found: PathStep[][] = properties && hasOwn(properties, name) ? [['properties', name]] : []
    for (const { source, pattern } of patterns) if (pattern.test(name)) found.push(['patternProperties', source])
    if (found.length === 0 && additionalProperties !== undefined) found.push(['additionalProperties'])
    return found
  }
}
