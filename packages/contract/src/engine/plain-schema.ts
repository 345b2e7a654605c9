import { isObject } from '../json.ts'

type Judge = (value: unknown) => boolean

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const isAnything: Judge = () => true
const isText: Judge = (value) => typeof value === 'string'
const isFlag: Judge = (value) => typeof value === 'boolean'
const isId: Judge = (value) => typeof value === 'string' && /^[^#]*#?$/.test(value)
const isNumber: Judge = (value) => Number.isFinite(value)
const isCount: Judge = (value) => Number.isInteger(value) && Number(value) >= 0
const isNames: Judge = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isType: Judge = (value) => typeof value === 'string' && TYPES.has(value)
const isTypes: Judge = (value) =>
  Array.isArray(value) ? isNames(value) && value.length > 0 && value.every(isType) : isType(value)
const isSchemas: Judge = (value) => isObject(value) && Object.values(value).every(isPlainSchema)
const isList: Judge = (value) => Array.isArray(value) && value.length > 0 && value.every(isPlainSchema)

function keywords(judge: Judge, ...names: readonly string[]): [string, Judge][] {
  return names.map((name) => [name, judge])
}

const KEYWORDS = new Map<string, Judge>([
  ...keywords(isText, '$schema', '$ref', '$comment', 'title', 'description', 'format', 'pattern'),
  ...keywords(isText, 'contentEncoding', 'contentMediaType'),
  ...keywords(isId, '$id'),
  ...keywords(isAnything, 'default', 'const'),
  ...keywords(Array.isArray, 'enum', 'examples'),
  ...keywords(isFlag, 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'),
  ...keywords(isNumber, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...keywords(isCount, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...keywords(isTypes, 'type'),
  ...keywords(isNames, 'required'),
  ...keywords(isSchemas, 'properties', 'patternProperties', '$defs'),
  ...keywords(isPlainSchema, 'items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'),
  ...keywords(isList, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
])

/**
 * True for a schema that uses the usual keywords as the metaschema wants them, which is most schemas, and costs a
 * hundredth of asking the metaschema. False says nothing: then that is asked.
 */
export function isPlainSchema(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  return Object.entries(schema).every(([name, value]) => KEYWORDS.get(name)?.(value) ?? name.startsWith('x-'))
}
