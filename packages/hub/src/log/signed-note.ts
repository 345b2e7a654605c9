import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { Hash } from './merkle.ts'

/** What a checkpoint says: the log of this name has so many entries, and this root. */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Hash
}

// Raw Ed25519 keys are the last 32 bytes of their SPKI form.
const RAW_KEY_BYTES = 32
const KEY_HASH_BYTES = 4
const ED25519_NOTE = 1

/** Writes a checkpoint as a signed note, the form of the transparency log tools (C2SP tlog-checkpoint). */
export function signCheckpoint({ origin, size, root }: Checkpoint, privateKey: KeyObject): string {
  const text = `${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`
  const signature = sign(null, Buffer.from(text), privateKey)
  const signed = Buffer.concat([keyHash(origin, createPublicKey(privateKey)), signature]).toString('base64')
  return `${text}\n— ${origin} ${signed}\n`
}

/** Reads a signed note and checks that the key signed it. Throws INTEGRITY_FAILED when not. */
export function openCheckpoint(note: string, publicKey: KeyObject): Checkpoint {
  const match = /^(([^\n]+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n)\n((?:— [^\n]+\n)+)$/.exec(note)
  const [, text = '', origin = '', size = '', root = '', signatures = ''] = match ?? []
  const expected = keyHash(origin, publicKey)
  const isSigned = signatures.split('\n').some((line) => {
    const bytes = Buffer.from(line.slice(line.lastIndexOf(' ') + 1), 'base64')
    return (
      line.startsWith(`— ${origin} `) &&
      bytes.subarray(0, KEY_HASH_BYTES).equals(expected) &&
      verify(null, Buffer.from(text), publicKey, bytes.subarray(KEY_HASH_BYTES))
    )
  })
  if (match === null || !isSigned)
    throw new SkillError('INTEGRITY_FAILED', 'The checkpoint of the log is not signed by the key of this hub', {
      hint: 'Do not install anything from it before you know why',
    })
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') }
}

function keyHash(origin: string, publicKey: KeyObject): Buffer {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES)
  const named = Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([ED25519_NOTE]), raw])
  return createHash('sha256').update(named).digest().subarray(0, KEY_HASH_BYTES)
}
