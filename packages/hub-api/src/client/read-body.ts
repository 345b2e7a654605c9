import { collectBytes, SkillError } from '@skillwright/contract'

/** Reads the body of an answer, up to a limit. Throws OUTPUT_TOO_LARGE. */
export async function readBody({ body, headers }: Response, maxBytes: number, from: string): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const isLarge = Number(headers.get('content-length')) > maxBytes
  if (isLarge) await body.cancel()
  const bytes = isLarge ? undefined : await collectBytes(body, maxBytes)
  if (bytes !== undefined) return bytes
  throw new SkillError('OUTPUT_TOO_LARGE', `${from} answered with more than ${Math.round(maxBytes / 1000)} kB`)
}
