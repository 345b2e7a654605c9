import { checkVersion } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { Row, Tables } from '../store/tables.ts'
import { findLookalike, type Lookalike } from './check-lookalikes.ts'
import type { ComparedVersion } from './compare-versions.ts'
import type { VersionDocument } from './version-document.ts'
import { versionOrder } from './version-order.ts'

/** What the registry already holds that decides about a new version. */
export interface PublishFacts {
  readonly ownerId: string
  readonly skill: Row<'skills'> | undefined
  /** The same version, when it is there already. */
  readonly existing:
    | Pick<Row<'versions'>, 'digest' | 'archive_sha256' | 'state' | 'published_by' | 'signed_by'>
    | undefined
  readonly previous: ComparedVersion | undefined
  /** The key that signed what was released last; null when nothing was, or it was not signed. */
  readonly lastSigner: string | null
  /** What its name could be mistaken for, were it not private. */
  readonly lookalike: Lookalike | undefined
}

/** Reads what decides about a new version; inside the transaction that stores it, nothing of it can change any more. */
export async function readPublishFacts(
  db: Kysely<Tables>,
  { scope, name, version }: { readonly scope: string; readonly name: string; readonly version: string },
): Promise<PublishFacts> {
  const owner = await db.selectFrom('scopes').select('owner_id').where('name', '=', scope).executeTakeFirstOrThrow()
  const skill = await db
    .selectFrom('skills')
    .selectAll()
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  // Once it was released, its name is its own.
  const lookalike = skill?.document == null ? await findLookalike(db, { name, ownerId: owner.owner_id }) : undefined
  const ofSkill = skill === undefined ? {} : await readVersionFacts(db, skill.id, version)
  return {
    ownerId: owner.owner_id,
    skill,
    lookalike,
    existing: undefined,
    previous: undefined,
    lastSigner: null,
    ...ofSkill,
  }
}

async function readVersionFacts(db: Kysely<Tables>, skillId: string, version: string) {
  const existing = await db
    .selectFrom('versions')
    .select(['digest', 'archive_sha256', 'state', 'published_by', 'signed_by'])
    .where('skill_id', '=', skillId)
    .where('version', '=', version)
    .executeTakeFirst()
  const lastRelease = await db
    .selectFrom('versions')
    .select('signed_by')
    .where('skill_id', '=', skillId)
    .where('state', 'in', ['published', 'yanked'])
    .where('released_at', 'is not', null)
    .orderBy('released_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    existing,
    previous: await previousVersion(db, skillId, version),
    lastSigner: lastRelease?.signed_by ?? null,
  }
}

/** The published release that comes before a version. Pre-releases promise nothing, so that nothing is compared with them. */
export async function previousVersion(
  db: Kysely<Tables>,
  skillId: string,
  version: string,
): Promise<ComparedVersion | undefined> {
  const row = await db
    .selectFrom('versions')
    .select(['version', 'contract', 'document'])
    .where('skill_id', '=', skillId)
    .where('state', '=', 'published')
    .where('version', 'not like', '%-%')
    .where('version_order', '<', versionOrder(checkVersion(version)))
    .orderBy('version_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { permissions } = JSON.parse(row.document) as VersionDocument
  return { version: row.version, contract: row.contract, permissions }
}
