import type { HubContext } from '../hub-context.ts'

const FLUSH_EVERY_MS = 5_000

/** Counts in memory and writes what was counted now and then: not everything that is counted is a write. */
export class WriteBehind {
  readonly #log: HubContext['log']
  readonly #what: string
  readonly #write: (counted: readonly (readonly [key: string, count: number])[]) => Promise<void>
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  /** `write` adds counts to what is stored, all or none of them. */
  constructor(
    { log }: Pick<HubContext, 'log'>,
    what: string,
    write: (counted: readonly (readonly [key: string, count: number])[]) => Promise<void>,
  ) {
    this.#log = log
    this.#what = what
    this.#write = write
  }

  /** Counts one. */
  count(key: string): void {
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.#flushLater(), FLUSH_EVERY_MS).unref()
  }

  /** Writes what was counted since the last time. What cannot be written stays counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // In one order everywhere, so that two nodes never wait for each other.
    const counted = [...this.#waiting].sort(([one], [other]) => (one < other ? -1 : 1))
    if (counted.length === 0) return
    this.#waiting = new Map()
    try {
      await this.#write(counted)
    } catch (cause) {
      for (const [key, count] of counted) this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + count)
      throw cause
    }
  }

  async #flushLater(): Promise<void> {
    try {
      await this.flush()
    } catch (cause) {
      this.#log.warn({ err: cause }, `${this.#what} could not be written; they stay counted`)
      this.#timer ??= setTimeout(() => void this.#flushLater(), FLUSH_EVERY_MS).unref()
    }
  }
}
