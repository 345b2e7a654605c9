import type { HubContext } from '../hub-context.ts'

const FLUSH_EVERY_MS = 5_000

/** Counts downloads in memory and adds them to the skills now and then: not every download is a write. */
export class DownloadCounter {
  readonly #hub: HubContext
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(hub: HubContext) {
    this.#hub = hub
  }

  /** Counts one download of a skill. */
  count(skillId: string): void {
    this.#waiting.set(skillId, (this.#waiting.get(skillId) ?? 0) + 1)
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
      await this.#hub.db.transaction().execute(async (transaction) => {
        for (const [id, count] of counted)
          await transaction
            .updateTable('skills')
            .set((set) => ({ downloads: set('downloads', '+', count) }))
            .where('id', '=', id)
            .execute()
      })
    } catch (cause) {
      for (const [id, count] of counted) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + count)
      throw cause
    }
  }

  async #flushLater(): Promise<void> {
    try {
      await this.flush()
    } catch (cause) {
      this.#hub.log.warn({ err: cause }, 'downloads could not be written; they stay counted')
      this.#timer ??= setTimeout(() => void this.#flushLater(), FLUSH_EVERY_MS).unref()
    }
  }
}
