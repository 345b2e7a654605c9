import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { SkillError } from '@skillwright/contract'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** A file that a client says it has uploaded. */
export interface UploadedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly storageId: string
}

/**
 * ClawHub's client uploads each file, is given an id for it, and publishes by the ids. Ours is the file itself: nothing is stored for
 * what may never be published, no node has to know what another was sent, and there is nothing to clean up.
 */
export async function storageIdOf(bytes: Uint8Array): Promise<string> {
  return (await deflate(bytes)).toString('base64url')
}

/** The bytes of an uploaded file. Throws INTEGRITY_FAILED when they are not what the client says. */
export async function readUploaded({ path, size, sha256, storageId }: UploadedFile): Promise<Uint8Array> {
  const bytes = await inflate(Buffer.from(storageId, 'base64url'), { maxOutputLength: size + 1 }).catch(() => undefined)
  if (bytes?.length === size && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
  throw new SkillError('INTEGRITY_FAILED', `${path.slice(0, 200)} is not the file that was announced`, {
    hint: 'Upload it again',
  })
}
