import { isObject } from '@skillwright/contract'
import { definitionOf } from '../skill/contract-actions.ts'

const DEEPEST = 6

/**
 * Whether a value may be meant for a branch of a schema: by its type, constants and what is required. Only to show the right fields; the hub
 * checks what is sent. Patterns are not tried, because one could take for ever.
 */
export function fitsRoughly(schema: unknown, root: unknown, value: unknown, depth = 0): boolean {
  if (schema === false) return false
  if (!isObject(schema) || depth > DEEPEST) return true
  if (typeof schema.$ref === 'string') return fitsRoughly(definitionOf(schema.$ref, root), root, value, depth + 1)
  if ('const' in schema && !same(schema.const, value)) return false
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(one, value))) return false
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && value !== undefined && !types.some((type) => isOfType(type, value))) return false
  if (Array.isArray(schema.allOf) && !schema.allOf.every((part) => fitsRoughly(part, root, value, depth + 1)))
    return false
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key]) && !schema[key].some((part) => fitsRoughly(part, root, value, depth + 1)))
      return false
  if (!isObject(value)) return true
  const { required, properties } = schema
  if (Array.isArray(required) && required.some((name) => value[String(name)] === undefined)) return false
  return Object.entries(isObject(properties) ? properties : {}).every(
    ([name, part]) => value[name] === undefined || fitsRoughly(part, root, value[name], depth + 1),
  )
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
