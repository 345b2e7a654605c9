import { SkillError } from '@skillwright/contract'
import { fromBase64, fromHex, joinBytes, toBase64, toHex } from './bytes.ts'
import type { LogKey } from './log-key.ts'
import type { Hash } from './merkle.ts'
import { sha256, webCrypto } from './sha256.ts'

/** What a checkpoint says: the log of this name has so many entries, and this root. */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Hash
}

const KEY_HASH_BYTES = 4
const ED25519_NOTE = 1

/** The text of a checkpoint that is signed, in the form of the transparency log tools (C2SP tlog-checkpoint). */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(fromHex(root))}\n`
}

/** The line that says who signed a note. */
export async function signatureLine(origin: string, key: LogKey, signature: Uint8Array<ArrayBuffer>): Promise<string> {
  return `— ${origin} ${toBase64(joinBytes(await keyHash(origin, key), signature))}\n`
}

/** Reads a signed note and checks that the key signed it. Throws INTEGRITY_FAILED when not. */
export async function openCheckpoint(note: string, key: LogKey): Promise<Checkpoint> {
  const match = /^(([^\n]+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n)\n((?:— [^\n]+\n)+)$/.exec(note)
  const [, text = '', origin = '', size = '', root = '', signatures = ''] = match ?? []
  for (const line of signatures.split('\n'))
    if (line.startsWith(`— ${origin} `) && (await isSigned(text, { origin, line, key })))
      return { origin, size: Number(size), root: toHex(fromBase64(root)) }
  throw new SkillError('INTEGRITY_FAILED', 'The checkpoint of the log is not signed by the key of this hub', {
    hint: 'Do not install anything from it before you know why',
  })
}

async function isSigned(
  text: string,
  { origin, line, key }: { readonly origin: string; readonly line: string; readonly key: LogKey },
): Promise<boolean> {
  const bytes = fromBase64(line.slice(line.lastIndexOf(' ') + 1))
  if (toHex(bytes.subarray(0, KEY_HASH_BYTES)) !== toHex(await keyHash(origin, key))) return false
  return webCrypto().verify('Ed25519', key.crypto, bytes.subarray(KEY_HASH_BYTES), new TextEncoder().encode(text))
}

async function keyHash(origin: string, { hex }: LogKey): Promise<Uint8Array<ArrayBuffer>> {
  const named = joinBytes(new TextEncoder().encode(`${origin}\n`), Uint8Array.of(ED25519_NOTE), fromHex(hex))
  return (await sha256(named)).subarray(0, KEY_HASH_BYTES)
}
