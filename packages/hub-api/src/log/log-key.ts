import { SkillError } from '@skillwright/contract'
import { fromBase64, toHex } from './bytes.ts'
import { type WebCrypto, webCrypto } from './sha256.ts'

/** The public key that signs the log of a hub. */
export interface LogKey {
  /** The key itself, 32 bytes in hex: two keys are the same when it is. */
  readonly hex: string
  readonly crypto: Awaited<ReturnType<WebCrypto['importKey']>>
}

// Raw Ed25519 keys are the last 32 bytes of their SPKI form.
const RAW_KEY_BYTES = 32

/** Reads a key as a hub hands it out, PEM. Throws INTEGRITY_FAILED when it is no Ed25519 key. */
export async function readLogKey(pem: string): Promise<LogKey> {
  const [, body = ''] = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/.exec(pem) ?? []
  const spki = fromBase64(body.replace(/\s/g, ''))
  const subtle = webCrypto()
  try {
    const crypto = await subtle.importKey('spki', spki, 'Ed25519', true, ['verify'])
    return { crypto, hex: toHex(spki.slice(-RAW_KEY_BYTES)) }
  } catch (cause) {
    throw new SkillError('INTEGRITY_FAILED', 'What signs the log is no Ed25519 key', {
      hint: 'Check that this is the address of a Skillwright hub',
      cause,
    })
  }
}
