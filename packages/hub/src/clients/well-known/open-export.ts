import type { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../../hub-context.ts'
import { registryOf } from '../../registry/registry-of.ts'
import { type ExportPlace, type StandardExport, writeExport } from './standard-exports.ts'

/** Opens what an index lists, as long as it is public, and counts the download. Throws DATA_NOT_FOUND for everything else. */
export async function openExport(
  hub: HubContext,
  { name, archive_sha256 }: Pick<StandardExport, 'name' | 'archive_sha256'>,
): Promise<{ stream: Readable; bytes: number; sha256: string }> {
  const found = await hub.db
    .selectFrom('standard_exports')
    .innerJoin('versions', 'versions.archive_sha256', 'standard_exports.archive_sha256')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['standard_exports.sha256', 'standard_exports.bytes', 'versions.skill_id', 'versions.version'])
    .where('standard_exports.archive_sha256', '=', archive_sha256)
    .where('standard_exports.name', '=', name)
    .where('skills.access', '=', 'public')
    .where('versions.state', 'in', ['published', 'yanked'])
    .executeTakeFirst()
  if (found === undefined) throw new SkillError('DATA_NOT_FOUND', 'There is no such package of a public skill here')
  const place = { name, archive_sha256, version: found.version }
  const { made, content: stream } = await openMade(hub, { ...place, ...found }, ({ sha256, bytes }) =>
    hub.blobs.open(sha256, bytes),
  )
  // What is found damaged only at its end is whole for the next caller.
  stream.once(
    'error',
    () => void writeExport(hub, place).catch((err) => hub.log.error({ err }, 'an export is damaged')),
  )
  registryOf(hub).downloads.count(found.skill_id)
  hub.metrics.downloads.inc()
  return { stream, bytes: made.bytes, sha256: made.sha256 }
}

/** One file of an export; undefined when it has none of that name. */
export async function readExportFile(
  hub: HubContext,
  place: ExportPlace & MadeExport,
  path: string,
): Promise<Uint8Array | undefined> {
  const { files: kept, packages } = registryOf(hub)
  const found = kept.get(place.sha256)
  if (found !== undefined) return found.get(path)
  const { made, content: archive } = await openMade(hub, place, ({ sha256 }) => hub.blobs.read(sha256))
  const { files } = await packages.run('unpack', { archive })
  kept.set(
    made.sha256,
    files,
    files.values().reduce((sum, { length }) => sum + length, 0),
  )
  return files.get(path)
}

type MadeExport = Pick<StandardExport, 'sha256' | 'bytes'>

/** Opens an export, which is made of its package once more when it was lost or damaged. */
async function openMade<Content>(
  hub: HubContext,
  place: ExportPlace & MadeExport,
  open: (made: MadeExport) => Promise<Content | undefined>,
): Promise<{ made: MadeExport; content: Content }> {
  const content = await open(place).catch(() => undefined)
  if (content !== undefined) return { made: place, content }
  const made = await writeExport(hub, place)
  const again = await open(made)
  if (again === undefined) throw new SkillError('SERVICE_UNAVAILABLE', 'The package is not in the store')
  return { made, content: again }
}
