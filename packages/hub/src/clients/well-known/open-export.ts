import type { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../../hub-context.ts'
import { registryOf } from '../../registry/registry-of.ts'
import type { StandardExport } from './standard-exports.ts'

/** Opens what an index lists, as long as it is public, and counts the download. Throws DATA_NOT_FOUND for everything else. */
export async function openExport(
  hub: HubContext,
  { name, archive_sha256 }: Pick<StandardExport, 'name' | 'archive_sha256'>,
): Promise<{ stream: Readable; bytes: number; sha256: string }> {
  const found = await hub.db
    .selectFrom('standard_exports')
    .innerJoin('versions', 'versions.archive_sha256', 'standard_exports.archive_sha256')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['standard_exports.sha256', 'standard_exports.bytes', 'versions.skill_id'])
    .where('standard_exports.archive_sha256', '=', archive_sha256)
    .where('standard_exports.name', '=', name)
    .where('skills.access', '=', 'public')
    .where('versions.state', 'in', ['published', 'yanked'])
    .executeTakeFirst()
  const blob = found && (await hub.blobs.open(found.sha256))
  if (found === undefined || blob === undefined)
    throw new SkillError('DATA_NOT_FOUND', 'There is no such package of a public skill here')
  registryOf(hub).downloads.count(found.skill_id)
  hub.metrics.downloads.inc()
  return { stream: blob.stream, bytes: found.bytes, sha256: found.sha256 }
}

/** One file of an export; undefined when it has none of that name. */
export async function readExportFile(
  hub: HubContext,
  { sha256 }: StandardExport,
  path: string,
): Promise<Uint8Array | undefined> {
  const { files: kept, packages } = registryOf(hub)
  const found = kept.get(sha256)
  if (found !== undefined) return found.get(path)
  const archive = await hub.blobs.read(sha256)
  if (archive === undefined) return undefined
  const { files } = await packages.run('unpack', { archive })
  kept.set(
    sha256,
    files,
    files.values().reduce((sum, { length }) => sum + length, 0),
  )
  return files.get(path)
}
