import { SkillError } from '@skillwright/contract'

/** The SHA-256 of some bytes, by the one interface that Node and browsers share. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await webCrypto().digest('SHA-256', bytes))
}

/** What Node and browsers call `crypto.subtle`. */
export type WebCrypto = typeof globalThis.crypto.subtle

/** WebCrypto. Throws TOOL_NOT_AVAILABLE where a browser keeps it from a page. */
export function webCrypto(): WebCrypto {
  // A page that came over plain http has none, whatever the types say.
  const subtle: WebCrypto | undefined = globalThis.crypto?.subtle
  if (subtle !== undefined) return subtle
  throw new SkillError('TOOL_NOT_AVAILABLE', 'The log of a hub cannot be checked by a page that came over plain http', {
    hint: 'Open the page over https, or on the machine itself',
  })
}
