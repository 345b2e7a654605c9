/** Keeps what was used last, up to so many bytes. For what never changes only. */
export class ByteCache<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly bytes: number }>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key)
    if (found === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  /** Keeps a value unless it would push out most of the others. */
  set(key: string, value: Value, bytes: number): void {
    if (bytes > this.#maxBytes / 4 || this.#kept.has(key)) return
    this.#kept.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= freed
    }
  }
}
