interface Kept<Value> {
  readonly value: Value
  readonly bytes: number
  /** Whether it was asked for since it was kept or last spared. */
  isUsed: boolean
}

/**
 * Keeps up to so many bytes; what was asked for meanwhile is spared once when others are let go. For what never changes only.
 * Nothing is moved when it is asked for, as the order of last use would need: that takes longer than finding it.
 */
export class ByteCache<Value> {
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key)
    if (found === undefined) return undefined
    found.isUsed = true
    return found.value
  }

  /** Keeps a value unless it would push out most of the others. */
  set(key: string, value: Value, bytes: number): void {
    if (bytes > this.#maxBytes / 4 || this.#kept.has(key)) return
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes + bytes <= this.#maxBytes) break
      this.#kept.delete(oldest)
      if (one.isUsed) this.#kept.set(oldest, one)
      else this.#bytes -= one.bytes
      one.isUsed = false
    }
    this.#kept.set(key, { value, bytes, isUsed: false })
    this.#bytes += bytes
  }
}
