import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import {
  type COLLECTION_OUTCOME,
  checkName,
  checkVersion,
  fullName,
  parseReference,
  type Wire,
} from '@skillwright/hub-api'
import type { Kysely, Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { appendLog } from '../log/append-log.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { findVersion } from '../registry/find-version.ts'
import { isReservedName } from '../registry/skill-name.ts'
import { recordAudit } from '../review/record-audit.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { Tables } from '../store/tables.ts'
import { type CollectionManifest, manifestDigest, normaliseManifest } from './collection-manifest.ts'

/** A collection version to be published. */
export interface PublishCollectionRequest {
  readonly scope: string
  readonly name: string
  readonly version: string
  readonly manifest: CollectionManifest
}

/** What became of a collection; not new when the same was published before. */
export type CollectionOutcome = Wire<typeof COLLECTION_OUTCOME> & { readonly isNew: boolean }

/**
 * Publishes a version of a collection, once and for all. Every skill in it must be available to everyone, in a version of its
 * range. The same content again, by its publisher, gets the same answer; other content throws CONFLICT.
 */
export async function publishCollection(
  hub: HubContext,
  principal: Principal,
  { scope, name, version, manifest }: PublishCollectionRequest,
): Promise<CollectionOutcome> {
  checkName(name)
  checkVersion(version)
  await requireScopeRole(hub, principal, scope)
  if (isReservedName(name) && !principal.scopes.has('admin'))
    throw new SkillError('PERMISSION_DENIED', `The name ${name} is reserved: only an administrator may give it`)
  const normal = normaliseManifest(manifest)
  const digest = manifestDigest(normal)
  const actor = principal.person?.handle ?? ''
  const outcome = { name: fullName({ scope, name }), scope, collection: name, version, digest }
  const before = await publishedBefore(hub.db, { ...outcome, name, actor })
  if (before !== undefined) return { ...outcome, log_index: before, isNew: false }
  // Collections are public, so what only some may see cannot be in one.
  for (const member of normal.skills) {
    const { prefix = '', name: skill } = parseReference(member.name)
    await findVersion(hub, ANONYMOUS, { scope: prefix, name: skill, version: member.range })
  }
  const at = hub.clock()
  const subject = `${fullName({ scope, name })}@${version}`
  return registryWrite(hub.db, async (transaction) => {
    const collectionId = await collectionOf(transaction, { scope, name }, at)
    const taken = await transaction
      .selectFrom('collection_versions')
      .select('id')
      .where('collection_id', '=', collectionId)
      .where('version', '=', version)
      .executeTakeFirst()
    const meanwhile = await publishedBefore(transaction, { ...outcome, name, actor })
    if (meanwhile !== undefined) return { ...outcome, log_index: meanwhile, isNew: false }
    if (taken !== undefined)
      throw new SkillError('CONFLICT', `The collection ${subject} is published already`, {
        hint: 'Published versions never change: publish the next one',
      })
    const entry = { type: 'collection', collection: fullName({ scope, name }), version, digest }
    const logIndex = await appendLog(transaction, entry, at)
    await transaction
      .insertInto('collection_versions')
      .values({
        id: randomUUID(),
        collection_id: collectionId,
        version,
        manifest: JSON.stringify(normal),
        digest,
        published_by: actor,
        published_at: at,
        log_index: logIndex,
      })
      .execute()
    await recordAudit(transaction, { at, actor, action: 'collection.publish', subject, details: { digest } })
    return { ...outcome, log_index: logIndex, isNew: true }
  })
}

/** The place in the log of exactly this version, when the same person published it before. */
async function publishedBefore(
  db: Kysely<Tables>,
  {
    scope,
    name,
    version,
    digest,
    actor,
  }: { scope: string; name: string; version: string; digest: string; actor: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('collections')
    .innerJoin('collection_versions', 'collection_versions.collection_id', 'collections.id')
    .select('collection_versions.log_index')
    .where('collections.scope', '=', scope)
    .where('collections.name', '=', name)
    .where('collection_versions.version', '=', version)
    .where('collection_versions.digest', '=', digest)
    .where('collection_versions.published_by', '=', actor)
    .executeTakeFirst()
  return row?.log_index ?? undefined
}

async function collectionOf(
  transaction: Transaction<Tables>,
  place: { scope: string; name: string },
  at: number,
): Promise<string> {
  const known = await transaction
    .selectFrom('collections')
    .select('id')
    .where('scope', '=', place.scope)
    .where('name', '=', place.name)
    .executeTakeFirst()
  if (known !== undefined) {
    await transaction.updateTable('collections').set({ updated_at: at }).where('id', '=', known.id).execute()
    return known.id
  }
  const id = randomUUID()
  await transaction
    .insertInto('collections')
    .values({ id, ...place, created_at: at, updated_at: at })
    .execute()
  return id
}
