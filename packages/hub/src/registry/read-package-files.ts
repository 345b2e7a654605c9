import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { type FileDigest, readArchive, type SkillFiles } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type FoundVersion, findVersion, type VersionPlace } from './find-version.ts'
import { readArchiveBytes, requireUse } from './open-package.ts'
import { type PageRequest, pageCursor } from './page-cursor.ts'
import { registryOf } from './registry-of.ts'

// Unpacking so much takes a millisecond or two, less than asking a thread to do it.
const MAX_INLINE_BYTES = 1_000_000

/** Every file of a version. */
export async function listFiles(hub: HubContext, principal: Principal, place: VersionPlace) {
  const version = await findVersion(hub, principal, place)
  const { files } = await hub.db
    .selectFrom('versions')
    .select('files')
    .where('id', '=', version.id)
    .executeTakeFirstOrThrow()
  return { version, files: JSON.parse(files) as readonly FileDigest[] }
}

const PLACES = pageCursor('files', ['integer'])

/** The files of a version, a page at a time. */
export async function pageFiles(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
  { limit = 50, cursor }: PageRequest = {},
) {
  const { version, files } = await listFiles(hub, principal, place)
  const [begin] = PLACES.decode(cursor) ?? [0]
  return {
    name: fullName(version),
    scope: version.scope,
    skill: version.name,
    version: version.version,
    digest: version.digest,
    ...PLACES.page(files.slice(begin), limit, { place: () => [begin + limit], item: (file) => file }),
  }
}

/** What is in every file of a version. */
export async function readPackageFiles(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
): Promise<SkillFiles> {
  const version = await findVersion(hub, principal, place)
  requireUse(version, principal)
  return readPackage(hub, version)
}

/** One file of a version. */
export async function readPackageFile(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
  path: string,
): Promise<{ version: FoundVersion; bytes: Uint8Array }> {
  const version = await findVersion(hub, principal, place)
  requireUse(version, principal)
  const bytes = (await readPackage(hub, version)).get(path)
  if (bytes !== undefined) return { version, bytes }
  throw new SkillError('DATA_NOT_FOUND', `${fullName(version)} ${version.version} has no file ${path.slice(0, 300)}`, {
    hint: 'See which files there are',
  })
}

/** All files of a version. */
async function readPackage(hub: HubContext, version: FoundVersion): Promise<SkillFiles> {
  const { files: kept, packages } = registryOf(hub)
  const found = kept.get(version.archive_sha256)
  if (found !== undefined) return found
  const archive = await readArchiveBytes(hub, version)
  const { files } =
    unpackedBytes(archive) <= MAX_INLINE_BYTES ? await readArchive(archive) : await packages.run('unpack', { archive })
  kept.set(
    version.archive_sha256,
    files,
    files.values().reduce((sum, { length }) => sum + length, 0),
  )
  return files
}

/** What gzip says at the end of an archive, which the hub packed itself. */
function unpackedBytes(archive: Uint8Array): number {
  return Buffer.from(archive.subarray(-4)).readUInt32LE()
}
