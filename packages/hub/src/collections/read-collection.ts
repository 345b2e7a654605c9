import { parseRange, parseVersion, SkillError } from '@skillwright/contract'
import {
  type COLLECTION_VERSION,
  fullName,
  type LIST_COLLECTIONS,
  parseReference,
  type Wire,
} from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { findVersion } from '../registry/find-version.ts'
import { type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { versionOrder } from '../registry/version-order.ts'
import type { CollectionManifest, CollectionMember } from './collection-manifest.ts'

/** A version of a collection as it is sent. */
export type CollectionInfo = Wire<typeof COLLECTION_VERSION>

/** A skill of a collection with the version the caller would get now. */
type ResolvedMember = CollectionInfo['skills'][number]

/** Reads a collection: an exact version, the newest of a range, or `latest`, with what each skill resolves to now. */
export async function readCollection(
  hub: HubContext,
  principal: Principal,
  { scope, name, version: wanted }: { readonly scope: string; readonly name: string; readonly version: string },
): Promise<CollectionInfo> {
  const rows = await hub.db
    .selectFrom('collections')
    .innerJoin('collection_versions', 'collection_versions.collection_id', 'collections.id')
    .selectAll('collection_versions')
    .where('collections.scope', '=', scope)
    .where('collections.name', '=', name)
    .execute()
  rows.sort(newestFirst)
  const range = wanted === 'latest' ? undefined : parseRange(wanted)
  const row = range === undefined ? latestOf(rows) : rows.find(({ version }) => range.includes(parseVersion(version)))
  if (row === undefined)
    throw new SkillError(
      'DATA_NOT_FOUND',
      rows.length === 0
        ? `There is no collection ${fullName({ scope, name })}`
        : `${fullName({ scope, name })} has no version ${wanted.slice(0, 80)}`,
    )
  const { description, skills } = JSON.parse(row.manifest) as CollectionManifest
  return {
    name: fullName({ scope, name }),
    scope,
    collection: name,
    version: row.version,
    versions: rows.map(({ version }) => version),
    description,
    digest: row.digest,
    published_by: row.published_by,
    published_at: new Date(row.published_at).toISOString(),
    log_index: row.log_index,
    skills: await Promise.all(skills.map((member) => resolveMember(hub, principal, member))),
  }
}

async function resolveMember(hub: HubContext, principal: Principal, member: CollectionMember): Promise<ResolvedMember> {
  const { prefix = '', name } = parseReference(member.name)
  try {
    const { version, digest } = await findVersion(hub, principal, { scope: prefix, name, version: member.range })
    return { ...member, version, digest }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { ...member, version: null, digest: null, problem: error.message }
  }
}

const COLLECTIONS = pageCursor('collections', ['text', 'text'])

/** Every collection by name, a page at a time. */
export async function listCollections(
  hub: HubContext,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Wire<(typeof LIST_COLLECTIONS.schema.response)[200]>> {
  const [scope, name] = COLLECTIONS.decode(cursor) ?? ['', '']
  const rows = await hub.db
    .selectFrom('collections')
    .select(['id', 'scope', 'name', 'updated_at'])
    .where((where) =>
      where.or([where('scope', '>', scope), where.and([where('scope', '=', scope), where('name', '>', name)])]),
    )
    .orderBy('scope')
    .orderBy('name')
    .limit(limit + 1)
    .execute()
  const outlines = await newestOutlines(
    hub,
    rows.map(({ id }) => id),
  )
  return COLLECTIONS.page(rows, limit, {
    place: (row) => [row.scope, row.name],
    item: (row) => ({
      name: fullName(row),
      scope: row.scope,
      collection: row.name,
      // A collection is stored with its first version.
      ...(outlines.get(row.id) ?? { version: '', description: '', skills: 0 }),
      updated_at: new Date(row.updated_at).toISOString(),
    }),
  })
}

type Outline = Pick<CollectionInfo, 'version' | 'description'> & { readonly skills: number }

/** What the newest version of each of some collections says. The manifests of the others are not read: there can be many. */
async function newestOutlines(hub: HubContext, ids: readonly string[]): Promise<ReadonlyMap<string, Outline>> {
  if (ids.length === 0) return new Map()
  const versions = await hub.db
    .selectFrom('collection_versions')
    .select(['id', 'collection_id', 'version'])
    .where('collection_id', 'in', ids)
    .execute()
  const newest = Map.groupBy(versions.sort(newestFirst), ({ collection_id }) => collection_id)
  const rows = await hub.db
    .selectFrom('collection_versions')
    .select(['collection_id', 'version', 'manifest'])
    .where(
      'id',
      'in',
      [...newest.values()].flatMap((all) => latestOf(all)?.id ?? []),
    )
    .execute()
  return new Map(
    rows.map(({ collection_id, version, manifest }) => {
      const { description, skills } = JSON.parse(manifest) as CollectionManifest
      return [collection_id, { version, description, skills: skills.length }]
    }),
  )
}

/** Of versions, the newest first, the newest release; the newest pre-release while there is no release. */
function latestOf<Row extends { readonly version: string }>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ version }) => parseVersion(version).prerelease.length === 0) ?? rows[0]
}

function newestFirst(a: { readonly version: string }, b: { readonly version: string }): number {
  return versionOrder(parseVersion(a.version)) < versionOrder(parseVersion(b.version)) ? 1 : -1
}
