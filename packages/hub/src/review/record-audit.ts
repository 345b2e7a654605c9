import type { Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** One decision, as the audit log keeps it. */
export interface AuditRecord {
  readonly at: number
  /** Handle of the user who did it, or `hub`. */
  readonly actor: string
  /** What was done, such as `version.yank`. */
  readonly action: string
  /** To what, such as `@scope/name@1.0.0`. */
  readonly subject: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes a decision into the audit log, inside the transaction that carries it out. */
export async function recordAudit(transaction: Transaction<Tables>, record: AuditRecord): Promise<void> {
  const { details = {}, ...rest } = record
  await transaction
    .insertInto('audit')
    .values({ ...rest, details: JSON.stringify(details) })
    .execute()
}
