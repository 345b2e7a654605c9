import { CONTRACT_SCHEMA, DEFAULT_ACTION } from './contract-schema.ts'
import { isPlainSchema } from './engine/check-linked.ts'
import { compileSchema, type SchemaValidator, schemaFindings } from './engine/compile-schema.ts'
import type { Finding } from './finding.ts'
import { isDeeperThan, isObject } from './json.ts'
import { checkMigrations } from './migrations/check-migrations.ts'
import type { Migration } from './migrations/migrations-schema.ts'
import { olderSpellings } from './older-spellings.ts'
import { fromPointer, toPointer } from './pointer.ts'
import { CURRENT_DRAFT, eachSubschema, type Schema } from './schema.ts'
import { importDefinitions } from './standalone-schema.ts'
import { contractSchemas, draftNamed, formerPointer, upgradeContract } from './upgrade-contract.ts'

/** The most levels of a contract: more than any real contract has, few enough for every recursive walk over it. */
export const MAX_DEPTH = 200
// More than that and the answer would be late.
const MAX_VALUES = 400_000
// Every walk over such an object takes longer than it is worth.
const MAX_KEYS = 20_000

/** True for a document that is deeper, wider, or holds more values, than a contract may. */
export function isTooLarge(document: unknown): boolean {
  return isDeeperThan(document, MAX_DEPTH, { maxValues: MAX_VALUES, maxKeys: MAX_KEYS })
}

/**
 * Everything that makes a document no contract, with pointers into it; empty when it is one. Compiles none of its schemas.
 * `functions` are the lines that migrations in code start from.
 */
export function contractFindings(document: unknown, functions: readonly string[] = []): readonly Finding[] {
  if (isTooLarge(document)) return [TOO_LARGE]
  const issues = isPlainContract(document) ? [] : shape().issues(document)
  const findings = issues.map(({ path, message, suggestion }) => finding(path, message, suggestion))
  if (!isObject(document)) return findings
  findings.push(...unusableSchemas(document))
  if (issues.length > 0) return findings
  const { version, actions, migrations = [] } = document as ContractDocument
  if (migrations.length === 0 && functions.length === 0) return findings
  const names = actions ? Object.keys(actions) : [DEFAULT_ACTION]
  return [...findings, ...checkMigrations(migrations, { version, actions: names, functions })]
}

/** What the schema of contracts has made sure of. */
interface ContractDocument {
  readonly version?: string
  readonly actions?: Readonly<Record<string, unknown>>
  readonly migrations?: readonly Migration[]
}

/** What is wrong in each schema of the document, said where it stands in the document and only once. */
function unusableSchemas(written: Record<string, unknown>): Finding[] {
  const document = upgradeContract(written)
  const found = new Map<string, Finding>()
  for (const [steps, schema] of contractSchemas(document)) {
    if (draftNamed(schema, written) !== undefined) continue
    for (const older of olderSpellings(schema, toPointer(steps))) found.set(older.pointer ?? '', older)
  }
  const judged = new Set<string>()
  for (const [steps, schema] of contractSchemas(document)) {
    const place = toPointer(steps)
    if (judged.has(place)) continue
    const { schema: whole, origins } = importDefinitions(schema, document)
    for (const origin of origins.values()) judged.add(origin)
    for (const problem of schemaFindings(whole)) {
      const own = problem.pointer ?? ''
      const pointer = formerPointer(inDocument(own, place, origins), written)
      if (found.get(pointer)?.rule === 'schema/older-draft') continue
      const message = problem.message.startsWith(`${own} `)
        ? pointer + problem.message.slice(own.length)
        : problem.message
      found.set(`${pointer} ${message}`, { ...problem, pointer, message })
    }
  }
  return [...found.values()]
}

function inDocument(pointer: string, place: string, origins: ReadonlyMap<string, string>): string {
  const [keyword, name = '', ...rest] = fromPointer(pointer)
  const origin = keyword === '$defs' ? origins.get(name) : undefined
  return origin === undefined ? place + pointer : origin + toPointer(rest)
}

let compiled: SchemaValidator | undefined
function shape(): SchemaValidator {
  // The schemas inside are judged one by one, which says more than the metaschema alone.
  const anySchema: Schema = { type: ['object', 'boolean'] }
  compiled ??= compileSchema(CONTRACT_SCHEMA, {
    schemas: { [CURRENT_DRAFT]: anySchema },
  })
  return compiled
}

/** What is said about a document that is too large. */
export const TOO_LARGE = finding(
  '',
  `Expected a contract of at most ${MAX_DEPTH} levels, ${MAX_VALUES} values and ${MAX_KEYS} keys in one object, got a larger one`,
)

function finding(pointer: string, message: string, suggestion?: string): Finding {
  const fix = suggestion === undefined ? {} : { fix: `Probably meant: ${suggestion}.` }
  return { rule: 'contract/document', severity: 'error', pointer, message, ...fix }
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

// So few values cannot hold more schemas than are read of a document.
const MAX_PLAIN_VALUES = 5_000
// Of a schema with these more has to be asked: what they name, and whether it can be run.
const NOT_ALONE = ['$schema', '$id', '$ref', '$defs', 'pattern', 'patternProperties']

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
    return [input, output].every((schema) => isPlainSchema(schema) && namesNothing(schema))
  })
}

function namesNothing(schema: Schema): boolean {
  if (typeof schema === 'boolean') return true
  let isAlone = !NOT_ALONE.some((keyword) => Object.hasOwn(schema, keyword))
  eachSubschema(schema, (sub) => {
    isAlone &&= namesNothing(sub)
  })
  return isAlone
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
