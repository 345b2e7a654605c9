/** Texts kept one after the other as UTF-8 outside the heap: thousands of them cost the garbage collector nothing. */
export interface ByteLog {
  /** The bytes in their order; what was appended never moves. */
  readonly chunks: readonly Uint8Array[]
  /** Where the next text may stand. */
  readonly end: number
  append(text: string): { readonly start: number; readonly end: number }
  read(start: number, end: number): string
}

const CHUNK_BYTES = 1 << 20

/** Makes a log that goes on from bytes that were stored. */
export function byteLog(stored: Uint8Array = new Uint8Array(0)): ByteLog {
  const chunks = [Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)]
  // Every chunk after the first has the same size, so that a position leads straight to its chunk.
  let used = CHUNK_BYTES
  const endOf = () => stored.length + (chunks.length - 2) * CHUNK_BYTES + used
  return {
    get chunks() {
      const last = chunks.length - 1
      return chunks.map((chunk, i) => (i === last && i > 0 ? chunk.subarray(0, used) : chunk))
    },
    get end() {
      return endOf()
    },
    append(text) {
      const length = Buffer.byteLength(text)
      if (length > CHUNK_BYTES) throw new RangeError(`Expected at most ${CHUNK_BYTES} bytes, got ${length}`)
      if (used + length > CHUNK_BYTES) {
        chunks.push(Buffer.alloc(CHUNK_BYTES))
        used = 0
      }
      const start = endOf()
      chunks.at(-1)?.write(text, used)
      used += length
      return { start, end: start + length }
    },
    read(start, end) {
      if (end <= stored.length) return chunks[0]?.toString('utf8', start, end) ?? ''
      const at = start - stored.length
      const chunk = chunks[1 + Math.floor(at / CHUNK_BYTES)]
      return chunk?.toString('utf8', at % CHUNK_BYTES, (at % CHUNK_BYTES) + end - start) ?? ''
    },
  }
}
