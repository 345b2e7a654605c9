import { isObject } from '../json.ts'
import { isSchema, type Schema, type SchemaObject } from '../schema.ts'
import type { Atom, Constraint, Kind, SchemaNode } from './schema-node.ts'

/** Makes the node of a subschema; `isInside` when it applies to a part of the value and not to the value itself. */
export type Child = (schema: Schema, isInside: boolean) => SchemaNode

/** What a schema's own keywords say about each kind of value, combinators aside. */
export function keywordAtoms(schema: SchemaObject, child: Child): Partial<Record<Kind, Atom[]>> {
  const atoms: Partial<Record<Kind, Atom[]>> = {}
  const add = (kind: Kind, found: Atom[]) => {
    if (found.length > 0) atoms[kind] = found
  }
  add('number', numberAtoms(schema))
  add('string', stringAtoms(schema))
  add('array', arrayAtoms(schema, child))
  add('object', objectAtoms(schema, child))
  return atoms
}

function numberAtoms(schema: SchemaObject): Atom[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const atoms: Atom[] = []
  if (isNumber(minimum)) atoms.push({ is: 'min', value: minimum, exclusive: false })
  if (isNumber(exclusiveMinimum)) atoms.push({ is: 'min', value: exclusiveMinimum, exclusive: true })
  if (isNumber(maximum)) atoms.push({ is: 'max', value: maximum, exclusive: false })
  if (isNumber(exclusiveMaximum)) atoms.push({ is: 'max', value: exclusiveMaximum, exclusive: true })
  if (isNumber(multipleOf) && multipleOf > 0) atoms.push({ is: 'multiple', of: multipleOf })
  return atoms
}

function stringAtoms({ minLength, maxLength, pattern, format }: SchemaObject): Atom[] {
  const atoms: Atom[] = []
  if (isNumber(minLength) && minLength > 0) atoms.push({ is: 'minLength', length: Math.ceil(minLength) })
  if (isNumber(maxLength)) atoms.push({ is: 'maxLength', length: Math.floor(maxLength) })
  if (typeof pattern === 'string') atoms.push({ is: 'pattern', source: pattern })
  if (typeof format === 'string') atoms.push({ is: 'format', name: format })
  return atoms
}

function arrayAtoms(schema: SchemaObject, child: Child): Atom[] {
  const { prefixItems, items, minItems, maxItems, contains, minContains, maxContains, uniqueItems } = schema
  const atoms: Atom[] = []
  if (Array.isArray(prefixItems) || isSchema(items)) {
    const prefix = Array.isArray(prefixItems) ? prefixItems.filter(isSchema) : []
    const rest = isSchema(items) ? constraints(child(items, true)) : []
    atoms.push({ is: 'tuple', prefix: prefix.map((sub) => constraints(child(sub, true))), rest })
  }
  if (isNumber(minItems) && minItems > 0) atoms.push({ is: 'minItems', count: Math.ceil(minItems) })
  if (isNumber(maxItems)) atoms.push({ is: 'maxItems', count: Math.floor(maxItems) })
  if (isSchema(contains)) {
    const node = child(contains, true)
    const atLeast = isNumber(minContains) ? Math.ceil(minContains) : 1
    atoms.push({ is: 'atLeast', node, count: Math.max(0, atLeast) })
    if (isNumber(maxContains)) atoms.push({ is: 'atMost', node, count: Math.floor(maxContains) })
  }
  if (uniqueItems === true) atoms.push({ is: 'unique' })
  return atoms
}

function objectAtoms(schema: SchemaObject, child: Child): Atom[] {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema
  const atoms: Atom[] = []
  if (isObject(properties) || isObject(patternProperties) || isSchema(additionalProperties)) {
    const names = new Map(schemaEntries(properties).map(([name, sub]) => [name, constraints(child(sub, true))]))
    const patterns = schemaEntries(patternProperties).map(([source, sub]) => ({
      source,
      constraints: constraints(child(sub, true)),
    }))
    const additional = isSchema(additionalProperties) ? constraints(child(additionalProperties, true)) : []
    atoms.push({ is: 'shape', shape: { names, patterns, additional } })
  }
  for (const name of strings(schema.required)) atoms.push({ is: 'has', name, constraints: [] })
  if (isObject(schema.dependentRequired)) {
    for (const [name, others] of Object.entries(schema.dependentRequired)) {
      for (const other of strings(others)) atoms.push({ is: 'needs', name, other })
    }
  }
  if (isSchema(propertyNames)) atoms.push({ is: 'names', constraints: constraints(child(propertyNames, true)) })
  const { minProperties, maxProperties } = schema
  if (isNumber(minProperties) && minProperties > 0) atoms.push({ is: 'minProperties', count: Math.ceil(minProperties) })
  if (isNumber(maxProperties)) atoms.push({ is: 'maxProperties', count: Math.floor(maxProperties) })
  return atoms
}

function constraints(node: SchemaNode): Constraint[] {
  return [{ node, holds: true }]
}

function schemaEntries(map: unknown): [string, Schema][] {
  if (!isObject(map)) return []
  return Object.entries(map).flatMap(([name, sub]) => (isSchema(sub) ? [[name, sub] as [string, Schema]] : []))
}

function strings(list: unknown): string[] {
  return Array.isArray(list) ? [...new Set(list.filter((item) => typeof item === 'string'))].sort() : []
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
