import { SkillError } from '@skillwright/contract'

const SQLITE_UNAVAILABLE = new Set([
  5, // busy
  6, // locked
  7, // no memory
  8, // read-only
  10, // input or output error
  13, // full
  14, // cannot open
])

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** SQLSTATE classes: connection, resources, operator intervention, system error; and a transaction that should be tried again. */
const POSTGRES_UNAVAILABLE = /^(?:08|53|57|58)|^(?:40001|40P01|55P03|25006)$/

const POSTGRES_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/

/** SERVICE_UNAVAILABLE when this error says that the database cannot be used for the moment: full, locked, stopped, out of reach. */
export function databaseFailure(thrown: unknown): SkillError | undefined {
  if (!(thrown instanceof Error) || !isUnavailable(thrown)) return undefined
  return new SkillError('SERVICE_UNAVAILABLE', 'The database cannot be used for the moment', { cause: thrown })
}

function isUnavailable(error: Error & { errcode?: unknown; code?: unknown }): boolean {
  const kind = kindOf(error.errcode)
  if (kind !== undefined) return SQLITE_UNAVAILABLE.has(kind)
  if (typeof error.code === 'string' && (CONNECTION_LOST.has(error.code) || POSTGRES_UNAVAILABLE.test(error.code)))
    return true
  return POSTGRES_MESSAGES.test(error.message)
}

const SQLITE_BUSY = 5

/** True when another process has the database for itself just now. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && kindOf(thrown.errcode) === SQLITE_BUSY
}

/** The low byte is the kind of failure, the rest says more. */
function kindOf(errcode: unknown): number | undefined {
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

const SQLITE_UNIQUE = 2067
const SQLITE_PRIMARY_KEY = 1555
const POSTGRES_UNIQUE = '23505'

/** True when a row was refused because another one has the same key. */
export function isUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === SQLITE_UNIQUE || thrown.errcode === SQLITE_PRIMARY_KEY
  return 'code' in thrown && thrown.code === POSTGRES_UNIQUE
}
