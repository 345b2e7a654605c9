/** The last bytes of a stream. */
export interface ByteTail {
  push(chunk: Buffer): void
  /** What they say in UTF-8, without the half of a character at their beginning. */
  text(): string
}

/** Keeps the last bytes of a stream in one buffer, however much goes by. */
export function byteTail(size: number): ByteTail {
  let kept: Buffer | undefined
  let used = 0
  return {
    push(chunk) {
      kept ??= Buffer.allocUnsafe(size)
      const fresh = Math.min(chunk.length, size)
      const old = Math.min(used, size - fresh)
      kept.copyWithin(0, used - old, used)
      chunk.copy(kept, old, chunk.length - fresh)
      used = old + fresh
    },
    text() {
      if (kept === undefined) return ''
      let start = 0
      // Bytes that go on a character begin with 10.
      while (used === size && start < 3 && ((kept[start] ?? 0) & 0xc0) === 0x80) start++
      return kept.toString('utf8', start, used)
    },
  }
}
