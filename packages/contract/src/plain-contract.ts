import { isObject } from './json.ts'

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
export function isPlainContract(document: unknown): boolean {
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
