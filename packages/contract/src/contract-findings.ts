import { CONTRACT_SCHEMA, DEFAULT_ACTION } from './contract-schema.ts'
import { compileSchema, type SchemaValidator, schemaFindings } from './engine/compile-schema.ts'
import type { Finding } from './finding.ts'
import { isDeeperThan, isObject } from './json.ts'
import { checkMigrations } from './migrations/check-migrations.ts'
import type { Migration } from './migrations/migrations-schema.ts'
import { olderSpellings } from './older-spellings.ts'
import { isPlainContract, MAX_DEPTH } from './plain-contract.ts'
import { fromPointer, toPointer } from './pointer.ts'
import { CURRENT_DRAFT, type Schema } from './schema.ts'
import { importDefinitions } from './standalone-schema.ts'
import { contractSchemas, draftNamed, formerPointer, upgradeContract } from './upgrade-contract.ts'

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
