import { fullName } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { Principal } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import type { Examination } from './examine-package.ts'
import type { VersionPlace } from './find-version.ts'
import type { PublishFacts } from './publish-facts.ts'
import type { PublishOutcome } from './publish-skill.ts'

/** True when the principal published the version that is there, so that sending it again may be a retry. */
export function mayBeRetry({ existing }: PublishFacts, principal: Principal, digest: string | undefined): boolean {
  if (existing === undefined || existing.published_by !== principal.person?.handle) return false
  return digest === undefined || digest === existing.digest
}

/** True when the principal published the same package before: the same files, signed by the same key. */
export function isPublishedBefore(
  facts: PublishFacts,
  principal: Principal,
  { digest, signature }: Pick<Examination, 'digest' | 'signature'>,
): boolean {
  return mayBeRetry(facts, principal, digest) && facts.existing?.signed_by === (signature?.signedBy ?? null)
}

/** The outcome of a version that was published before, as it was answered then, with its current state. */
export async function outcomeBefore(
  db: Kysely<Tables>,
  { scope, name, version }: VersionPlace,
): Promise<PublishOutcome> {
  const row = await db
    .selectFrom('skills')
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .selectAll('versions')
    .select('skills.access')
    .where('skills.scope', '=', scope)
    .where('skills.name', '=', name)
    .where('versions.version', '=', version)
    .executeTakeFirstOrThrow()
  return {
    name: fullName({ scope, name }),
    scope,
    skill: name,
    version,
    state: row.state,
    access: row.access,
    reasons: await reasonsOf(db, `${fullName({ scope, name })}@${version}`, row),
    findings: JSON.parse(row.findings),
    scan: JSON.parse(row.scan),
    comparison: row.comparison === null ? null : JSON.parse(row.comparison),
    digest: row.digest,
    archive_sha256: row.archive_sha256,
    signed_by: row.signed_by,
    ...(row.log_index === null ? {} : { log_index: row.log_index }),
    dry_run: false,
    isNew: false,
  }
}

/** The reasons as they were given, as long as they hold. */
async function reasonsOf(
  db: Kysely<Tables>,
  subject: string,
  { state, state_reason: reason }: Row<'versions'>,
): Promise<readonly string[]> {
  const record = await db
    .selectFrom('audit')
    .select('details')
    .where('subject', '=', subject)
    .where('action', '=', 'version.publish')
    .executeTakeFirst()
  const given = JSON.parse(record?.details ?? '{}') as { state?: string; reasons?: readonly string[] }
  if (given.state === state && given.reasons !== undefined) return given.reasons
  return reason === null ? [] : [reason]
}
