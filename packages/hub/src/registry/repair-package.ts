import { createHash } from 'node:crypto'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { registryOf } from './registry-of.ts'

/** Stores the package of a version again when this is the same, in case it was lost or damaged; true when it is. */
export async function repairPackage(
  hub: HubContext,
  { person }: Principal,
  { archive_sha256: sha256 }: Pick<Row<'versions'>, 'archive_sha256'>,
  archive: Uint8Array,
): Promise<boolean> {
  const repacked = await registryOf(hub).packages.run('repack', { archive }, { caller: person?.id ?? '' })
  const isSame = createHash('sha256').update(repacked).digest('hex') === sha256
  if (isSame) await hub.blobs.put(sha256, repacked)
  return isSame
}
