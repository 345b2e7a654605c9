const LINE_FEED = 10
const RETURN = 13

/** Options of byteLines. */
export interface ByteLinesOptions {
  /** Lines that are handed on; what follows is not even looked at. */
  readonly maxLines: number
  /** Bytes of a line that are kept. */
  readonly maxBytes: number
}

/** A reader of lines. */
export interface ByteLines {
  push(chunk: Buffer): void
  /** Hands on what stands after the last line break. */
  end(): void
}

/**
 * Cuts a stream of bytes into lines at `\n`, `\r` and `\r\n`, with memory for one line. Every line counts, the empty ones
 * too: a stream of nothing but line breaks costs no more than any other.
 */
export function byteLines(onLine: (line: string) => void, { maxLines, maxBytes }: ByteLinesOptions): ByteLines {
  let kept: Buffer | undefined
  let size = 0
  let lines = 0
  let wasReturn = false
  const keep = (chunk: Buffer, from: number, to: number) => {
    kept ??= Buffer.allocUnsafe(maxBytes)
    size += chunk.copy(kept, size, from, Math.min(to, from + maxBytes - size))
  }
  const finish = (chunk: Buffer, from: number, to: number) => {
    lines++
    if (size === 0) {
      onLine(chunk.toString('utf8', from, Math.min(to, from + maxBytes)))
      return
    }
    keep(chunk, from, to)
    onLine(kept?.toString('utf8', 0, size) ?? '')
    size = 0
  }
  return {
    push(chunk) {
      let feed = -1
      let carriage = -1
      for (let at = 0; at < chunk.length && lines < maxLines; ) {
        if (feed < at) feed = placeOf(chunk, LINE_FEED, at)
        if (carriage < at) carriage = placeOf(chunk, RETURN, at)
        const end = Math.min(feed, carriage)
        // The second half of a break that began in front of it, perhaps in the chunk before.
        const isRest = wasReturn && end === at && feed === at
        if (end === chunk.length) keep(chunk, at, end)
        else if (!isRest) finish(chunk, at, end)
        wasReturn = end === carriage && end < chunk.length
        at = end + 1
      }
    },
    end() {
      if (size > 0 && lines < maxLines) finish(kept ?? Buffer.alloc(0), 0, 0)
    },
  }
}

/** Where a byte comes next; the end of the chunk when it does not. */
function placeOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from)
  return at < 0 ? chunk.length : at
}
