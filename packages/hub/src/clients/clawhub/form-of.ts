import type { HubContext } from '../../hub-context.ts'
import { ByteCache } from '../../registry/byte-cache.ts'
import type { FoundVersion } from '../../registry/find-version.ts'
import { readArchiveBytes } from '../../registry/open-package.ts'
import { registryOf } from '../../registry/registry-of.ts'
import type { ClawhubForm } from './clawhub-form.ts'

const CACHE_BYTES = 32_000_000
const kept = new WeakMap<HubContext, ByteCache<ClawhubForm>>()

/** A version as ClawHub's clients get it. Its fingerprint is stored, so that they can look up later which version they have. */
export async function formOf(hub: HubContext, version: FoundVersion): Promise<ClawhubForm> {
  const cache = kept.get(hub) ?? new ByteCache<ClawhubForm>(CACHE_BYTES)
  kept.set(hub, cache)
  const found = cache.get(version.archive_sha256)
  if (found !== undefined) return found
  const archive = await readArchiveBytes(hub, version)
  const form = await registryOf(hub).packages.run('clawhub', { archive, name: version.name })
  await hub.db
    .insertInto('clawhub_forms')
    .values({ archive_sha256: version.archive_sha256, fingerprint: form.fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const bytes = form.rewritten.values().reduce((sum, { length }) => sum + length, form.zip.length)
  cache.set(version.archive_sha256, form, bytes)
  return form
}
