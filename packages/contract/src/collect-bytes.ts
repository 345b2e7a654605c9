/** What a stream brings, joined; undefined, and the stream given up, as soon as it is more than so many bytes. */
export async function collectBytes(
  stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of 'getReader' in stream ? chunksOf(stream) : stream) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  const joined = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let isEnded = false
  try {
    for (;;) {
      const { value, done } = await reader.read()
      isEnded = done
      if (done) return
      yield value
    }
  } finally {
    if (!isEnded) await reader.cancel()
  }
}
