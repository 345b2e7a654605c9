import { SkillError } from '@skillwright/contract'
import { joinBytes } from '../log/bytes.ts'

/** Reads the body of an answer, and no more of it than is wanted. Throws OUTPUT_TOO_LARGE. */
export async function readBody({ body, headers }: Response, maxBytes: number, from: string): Promise<Uint8Array> {
  const tooLarge = () =>
    new SkillError('OUTPUT_TOO_LARGE', `${from} answered with more than ${Math.round(maxBytes / 1000)} kB`)
  if (Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Not every browser can iterate over a stream.
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLarge()
    }
    chunks.push(part.value)
  }
  return joinBytes(...chunks)
}
