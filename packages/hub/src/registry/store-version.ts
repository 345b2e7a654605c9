import { randomUUID } from 'node:crypto'
import { storableText } from '@skillwright/contract'
import { checkVersion, fullName } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Row, Tables } from '../store/tables.ts'
import { neighboursOf } from './check-lookalikes.ts'
import type { Examination } from './examine-package.ts'
import type { Judgement } from './judge-publish.ts'
import { logChanges } from './log-changes.ts'
import { nameSkeleton } from './name-skeleton.ts'
import { refreshDocument } from './refresh-document.ts'
import { type Relative, storeRelative } from './relatives.ts'
import { releaseVersion } from './release-version.ts'
import { versionOrder } from './version-order.ts'

/** A version that was judged, and is to be kept. */
export interface NewVersion {
  readonly scope: string
  readonly name: string
  readonly version: string
  readonly access: Row<'skills'>['access']
  /** Handle of the publisher. */
  readonly actor: string
  /** Undefined for the first version of a skill. */
  readonly skill: Row<'skills'> | undefined
  readonly examination: Examination
  readonly relative: Relative | undefined
  readonly judgement: Judgement
}

/** Stores everything about a version in the transaction that judged it; gives its place in the publish log, null when it has none yet. */
export async function storeVersion(
  transaction: Transaction<Tables>,
  hub: HubContext,
  version: NewVersion,
): Promise<number | null> {
  const { actor, examination, judgement, relative } = version
  const at = hub.clock()
  const skill = version.skill ?? (await createSkill(transaction, version, at))
  const row = versionRow(version)
  await transaction
    .insertInto('versions')
    .values({ ...row, skill_id: skill.id, published_by: actor, published_at: at })
    .execute()
  await storeRelative(transaction, row.id, { sketch: examination.sketch, relative })
  if (judgement.state === 'published') await releaseVersion(transaction, hub, row, at)
  await logChanges(transaction, skill.id, at)
  await refreshDocument(transaction, skill.id)
  await recordAudit(transaction, {
    at,
    actor,
    action: 'version.publish',
    subject: `${fullName(version)}@${version.version}`,
    details: { state: judgement.state, access: skill.access, reasons: judgement.reasons, digest: examination.digest },
  })
  const { log_index: logIndex } = await transaction
    .selectFrom('versions')
    .select('log_index')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return logIndex
}

async function createSkill(
  transaction: Transaction<Tables>,
  { scope, name, access }: NewVersion,
  at: number,
): Promise<Row<'skills'>> {
  const skeleton = nameSkeleton(name)
  const skill: Row<'skills'> = {
    id: randomUUID(),
    scope,
    name,
    skeleton,
    access,
    tier: 'community',
    latest: null,
    document: null,
    deprecated: null,
    downloads: 0,
    created_at: at,
    updated_at: at,
    hidden_access: null,
    logged_access: null,
    logged_deprecated: null,
  }
  await transaction.insertInto('skills').values(skill).execute()
  await transaction
    .insertInto('name_neighbours')
    .values(neighboursOf(skeleton).map((neighbour) => ({ neighbour, skill_id: skill.id })))
    .execute()
  return skill
}

function versionRow({ version, examination, judgement: { state, reasons } }: NewVersion) {
  const { signature } = examination
  return {
    id: randomUUID(),
    version,
    version_order: versionOrder(checkVersion(version)),
    state,
    // It quotes what a scan found.
    state_reason: reasons.length === 0 ? null : storableText(reasons.join(' ')),
    deprecated: null,
    digest: examination.digest,
    archive_sha256: examination.archiveSha256,
    archive_bytes: examination.archive.length,
    files: JSON.stringify(examination.files),
    document: JSON.stringify(examination.document),
    contract: examination.contract,
    findings: JSON.stringify(examination.findings),
    scan: JSON.stringify(examination.scan),
    comparison: examination.comparison === null ? null : JSON.stringify(examination.comparison),
    signature:
      signature === null ? null : JSON.stringify({ envelope: signature.envelope, public_key: signature.publicKey }),
    signed_by: signature?.signedBy ?? null,
    released_at: null,
    log_index: null,
    logged_state: null,
    logged_deprecated: null,
  }
}
