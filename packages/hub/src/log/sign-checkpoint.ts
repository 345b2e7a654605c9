import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Checkpoint, checkpointText, type LogKey, readLogKey, signatureLine } from '@skillwright/hub-api'

/** Writes a checkpoint as a signed note, which `openCheckpoint` reads. */
export async function signCheckpoint(checkpoint: Checkpoint, privateKey: KeyObject): Promise<string> {
  const text = checkpointText(checkpoint)
  const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey))
  return `${text}\n${await signatureLine(checkpoint.origin, await logKeyOf(privateKey), signature)}`
}

/** The public half of the key of a log, as its readers have it. */
export function logKeyOf(privateKey: KeyObject): Promise<LogKey> {
  return readLogKey(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString())
}
