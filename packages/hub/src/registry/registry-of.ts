import type { SkillFiles } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { ByteCache } from './byte-cache.ts'
import { countDownloads } from './count-downloads.ts'
import type { FoundVersion } from './find-version.ts'
import { PackagePool } from './package-pool.ts'
import type { SentDocument } from './read-skill.ts'
import { UnchangedCache } from './unchanged-cache.ts'

const ARCHIVE_CACHE_BYTES = 64_000_000
const FILES_CACHE_BYTES = 32_000_000
const DOCUMENT_CACHE_BYTES = 32_000_000
const VERSION_CACHE_BYTES = 16_000_000

/** What the registry of one hub holds in memory: nothing that another node would have to know. */
export interface Registry {
  readonly packages: PackagePool
  /** Archives by their hash. */
  readonly archives: ByteCache<Uint8Array>
  /** The files of archives, by the hash of the archive. */
  readonly files: ByteCache<SkillFiles>
  /** The documents of skills visible to anyone, as long as nothing changes. */
  readonly documents: UnchangedCache<SentDocument>
  /** The versions visible to anyone, by the reference they were asked for by. */
  readonly versions: UnchangedCache<FoundVersion>
  readonly downloads: ReturnType<typeof countDownloads>
}

const registries = new WeakMap<HubContext, Registry>()

/** The registry of a hub; opened when it is first asked for. */
export function registryOf(hub: HubContext): Registry {
  const registry = registries.get(hub) ?? {
    packages: new PackagePool(),
    archives: new ByteCache<Uint8Array>(ARCHIVE_CACHE_BYTES),
    files: new ByteCache<SkillFiles>(FILES_CACHE_BYTES),
    documents: new UnchangedCache<SentDocument>(hub.stamp, DOCUMENT_CACHE_BYTES),
    versions: new UnchangedCache<FoundVersion>(hub.stamp, VERSION_CACHE_BYTES),
    downloads: countDownloads(hub),
  }
  registries.set(hub, registry)
  return registry
}

/** Writes what is still to be written, and ends what is under way in threads. */
export async function closeRegistry(hub: HubContext): Promise<void> {
  const registry = registries.get(hub)
  registries.delete(hub)
  if (registry === undefined) return
  using _packages = registry.packages
  await registry.downloads
    .flush()
    .catch((cause: unknown) => hub.log.error({ err: cause }, 'downloads could not be written and are lost'))
}
