/** Work that waits for its turn. */
interface Waiting {
  readonly start: () => void
}

/** Limits concurrent work, and lets callers take turns: a caller who asks for much does not delay others. */
export class FairQueue {
  readonly #atOnce: number
  readonly #mostWaiting: number
  /** What waits, by caller; the next in turn is first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #length = 0

  constructor({ atOnce, mostWaiting }: { readonly atOnce: number; readonly mostWaiting: number }) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** True when no more can wait. */
  get isFull(): boolean {
    return this.#length >= this.#mostWaiting
  }

  /** Does the work when it is the caller's turn. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn(caller)
    else this.#running++
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(caller: string): Promise<void> {
    const { promise, resolve: start } = Promise.withResolvers<void>()
    const own = this.#waiting.get(caller)
    if (own === undefined) this.#waiting.set(caller, [{ start }])
    else own.push({ start })
    this.#length++
    return promise
  }

  /** Hands the place that became free to the next caller, who goes to the end of the row. */
  #next(): void {
    const [turn] = this.#waiting
    if (turn === undefined) {
      this.#running--
      return
    }
    const [caller, own] = turn
    const next = own.shift()
    this.#length--
    this.#waiting.delete(caller)
    if (own.length > 0) this.#waiting.set(caller, own)
    next?.start()
  }
}
