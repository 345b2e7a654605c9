import { isDeeperThan, isObject } from './json.ts'
import { eachSubschema, type Schema } from './schema.ts'

/** The most levels of a contract: more than any real contract has, few enough for every recursive walk over it. */
export const MAX_DEPTH = 200
// So few values cannot hold more schemas than are read of a document.
const MAX_PLAIN_VALUES = 5_000

/**
 * True for a contract that is right and complete as it is written, which most are: of the plain shape, in the current draft, its schemas
 * of usual keywords that name nothing elsewhere. False says nothing.
 */
export function isSelfContained(document: unknown): document is Record<string, unknown> {
  if (isDeeperThan(document, MAX_DEPTH, { maxValues: MAX_PLAIN_VALUES }) || !isPlainContract(document)) return false
  if (/draft|20\d\d/.test(String(document.$schema)) || 'definitions' in document || '$defs' in document) return false
  const actions = isObject(document.actions) ? Object.values(document.actions) : [document]
  return actions.every((action) => {
    const { input, output = true } = action as { readonly input: Schema; readonly output?: Schema }
    return [input, output].every(isSelfContainedSchema)
  })
}

/** The same for one schema by itself. */
export function isSelfContainedSchema(schema: Schema): boolean {
  if (isDeeperThan(schema, MAX_DEPTH, { maxValues: MAX_PLAIN_VALUES })) return false
  return isPlainSchema(schema) && namesNothing(schema)
}

// Of a schema with these more has to be asked: what they name, and whether it can be run.
const NOT_ALONE = ['$schema', '$id', '$ref', '$defs', 'pattern', 'patternProperties']

function namesNothing(schema: Schema): boolean {
  if (typeof schema === 'boolean') return true
  let isAlone = !NOT_ALONE.some((keyword) => Object.hasOwn(schema, keyword))
  eachSubschema(schema, (sub) => {
    isAlone &&= namesNothing(sub)
  })
  return isAlone
}

type Judge = (value: unknown) => boolean

const isText: Judge = (value) => typeof value === 'string'
const isName: Judge = (value) => typeof value === 'string' && value !== ''
const isAction: Judge = (value) => isObject(value) && Object.hasOwn(value, 'input') && fits(value, ACTION)
const isExample: Judge = (value) => isObject(value) && Object.hasOwn(value, 'input') && fits(value, EXAMPLE)
// What is inside is judged one by one, and later.
const isSchema: Judge = (value) => isObject(value) || typeof value === 'boolean'
const isSchemas: Judge = (value) => isObject(value) && Object.values(value).every(isSchema)

const EXAMPLE = new Map<string, Judge>([
  ['name', isText],
  ['input', () => true],
  ['output', () => true],
])
const ACTION = new Map<string, Judge>([
  ['input', isSchema],
  ['output', isSchema],
  ['description', isText],
  ['x-docs', isText],
  ['idempotent', (value) => typeof value === 'boolean'],
  ['timeout_seconds', (value) => Number.isFinite(value) && Number(value) > 0],
  ['pass_through', isName],
  ['examples', (value) => Array.isArray(value) && value.every(isExample)],
])
const DOCUMENT = new Map<string, Judge>([
  ...ACTION,
  ['$schema', isText],
  ['$id', isText],
  ['title', isText],
  ['version', isText],
  ['actions', areActions],
  ['tools_required', (value) => Array.isArray(value) && value.every(isName) && new Set(value).size === value.length],
  ['definitions', isSchemas],
  ['$defs', isSchemas],
])

/**
 * True for a document that has the shape of a contract beyond doubt, at a hundredth of the cost of asking the schema of
 * contracts. False says nothing: then that is asked, and says why.
 */
export function isPlainContract(document: unknown): document is Record<string, unknown> {
  if (!isObject(document)) return false
  const has = (name: string) => Object.hasOwn(document, name)
  return has('input') !== has('actions') && !(has('actions') && has('output')) && fits(document, DOCUMENT)
}

function areActions(value: unknown): boolean {
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return (
    names.length > 0 &&
    names.every((name) => /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(name)) &&
    Object.values(value).every(isAction)
  )
}

function fits(object: Readonly<Record<string, unknown>>, judges: ReadonlyMap<string, Judge>): boolean {
  return Object.entries(object).every(
    ([name, value]) => judges.get(name)?.(value) ?? (name.startsWith('x-') && judges !== EXAMPLE),
  )
}

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const isAnything: Judge = () => true
const isFlag: Judge = (value) => typeof value === 'boolean'
const isId: Judge = (value) => typeof value === 'string' && /^[^#]*#?$/.test(value)
const isNumber: Judge = (value) => Number.isFinite(value)
const isCount: Judge = (value) => Number.isInteger(value) && Number(value) >= 0
const isNames: Judge = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isType: Judge = (value) => typeof value === 'string' && TYPES.has(value)
const isTypes: Judge = (value) =>
  Array.isArray(value) ? isNames(value) && value.length > 0 && value.every(isType) : isType(value)
const arePlainSchemas: Judge = (value) => isObject(value) && Object.values(value).every(isPlainSchema)
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
  ...keywords(arePlainSchemas, 'properties', 'patternProperties', '$defs'),
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
