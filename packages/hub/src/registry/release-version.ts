import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { appendLog } from '../log/append-log.ts'
import { enqueueVerify } from '../review/enqueue-verify.ts'
import type { Row, Tables } from '../store/tables.ts'
import { fullName } from './skill-name.ts'

/** A version that everybody who sees the skill may have from now on. */
export interface ReleasedVersion {
  readonly skill: Pick<Row<'skills'>, 'scope' | 'name' | 'access'>
  readonly version: Pick<Row<'versions'>, 'id' | 'version' | 'digest' | 'archive_sha256' | 'signed_by'>
  readonly at: number
}

/**
 * Does what has to be done when a version that is not in the publish log is released: notes when, writes it there, and queues the
 * hub's own verify run. The log is public, so a version of a private skill enters it when the skill stops being private.
 */
export async function logRelease(
  transaction: Transaction<Tables>,
  hub: HubContext,
  { skill, version, at }: ReleasedVersion,
): Promise<number | null> {
  const logIndex = skill.access === 'private' ? null : await appendLog(transaction, logEntry(skill, version), at)
  await transaction
    .updateTable('versions')
    .set((eb) => ({ released_at: eb.fn.coalesce('released_at', eb.val(at)), log_index: logIndex }))
    .where('id', '=', version.id)
    .execute()
  if (hub.config.verify === 'auto') await enqueueVerify(transaction, version.id, at)
  return logIndex
}

/** What the log says of a version. */
export function logEntry(skill: ReleasedVersion['skill'], version: ReleasedVersion['version']): object {
  return {
    type: 'publish',
    skill: fullName(skill),
    version: version.version,
    digest: version.digest,
    archive_sha256: version.archive_sha256,
    signed_by: version.signed_by,
  }
}
