import type { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { type FoundVersion, findVersion, type VersionPlace } from './find-version.ts'
import { registryOf } from './registry-of.ts'

/** A package that is handed out. */
export interface OpenPackage {
  readonly version: FoundVersion
  readonly size: number
  /** SHA-256 of the archive. */
  readonly sha256: string
  /** Digest of its files. */
  readonly digest: string
  /** The archive, a gzipped tar; as a stream, which has to be read or destroyed, when it is too large to be held in memory. */
  readonly content: Uint8Array | Readable
}

const MAX_HELD_BYTES = 1_000_000

/** Opens the archive of a version, and counts the download. Throws AUTHENTICATION_REQUIRED for a restricted skill and an anonymous caller. */
export async function openPackage(hub: HubContext, principal: Principal, place: VersionPlace): Promise<OpenPackage> {
  return openFound(hub, principal, await findVersion(hub, principal, place))
}

/** The same for a version that was found already; at once when the archive is in memory. */
export function openFound(
  hub: HubContext,
  principal: Principal,
  version: FoundVersion,
): OpenPackage | Promise<OpenPackage> {
  requireUse(version, principal)
  const held = registryOf(hub).archives.get(version.archive_sha256)
  if (held !== undefined) return handOut(hub, version, held)
  return readContent(hub, version).then((content) => handOut(hub, version, content))
}

function handOut(hub: HubContext, version: FoundVersion, content: OpenPackage['content']): OpenPackage {
  registryOf(hub).downloads.count(version.skill_id)
  hub.metrics.downloads.inc()
  const { archive_sha256: sha256, archive_bytes: size, digest } = version
  return { version, size, sha256, digest, content }
}

async function readContent(hub: HubContext, version: FoundVersion): Promise<OpenPackage['content']> {
  const { archive_sha256: sha256, archive_bytes: size } = version
  if (size <= MAX_HELD_BYTES) return readArchiveBytes(hub, version)
  const stream = await hub.blobs.open(sha256, size)
  if (stream === undefined) throw lost(hub, version)
  return stream
}

/** Throws unless the principal may download a skill: anyone a public one, signed-in callers a restricted one. */
export function requireUse({ access }: Pick<Row<'skills'>, 'access'>, { person, scopes }: Principal): void {
  if (access === 'public' || (person !== undefined && scopes.has('read'))) return
  if (person === undefined)
    throw new SkillError('AUTHENTICATION_REQUIRED', 'This skill is for signed-in callers', {
      hint: 'Sign in: skillwright login',
    })
  throw new SkillError('PERMISSION_DENIED', 'This skill needs a token with the scope "read"')
}

/** The archive of a version, checked against its hash. */
export async function readArchiveBytes(hub: HubContext, version: FoundVersion): Promise<Uint8Array> {
  const { archives } = registryOf(hub)
  const sha256 = version.archive_sha256
  const bytes = archives.get(sha256) ?? (await hub.blobs.read(sha256))
  if (bytes === undefined) throw lost(hub, version)
  archives.set(sha256, bytes, bytes.length)
  return bytes
}

function lost(hub: HubContext, version: FoundVersion): SkillError {
  hub.metrics.damaged.inc()
  return new SkillError(
    'SERVICE_UNAVAILABLE',
    `The package of ${fullName(version)} ${version.version} is not in the store`,
    { hint: 'The operator has to bring it back; publishing the same package again does so, too' },
  )
}
