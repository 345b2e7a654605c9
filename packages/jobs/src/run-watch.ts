import type { DatabaseKind } from '@skillwright/store'
import type { Kysely } from 'kysely'
import { overRows } from './tables/over-rows.ts'
import type { JobTables } from './tables/tables.ts'

const IDS_A_QUERY = 1_000

interface Waiter {
  /** What it has seen. */
  readonly lastEvent: number
  readonly wake: () => void
}

/**
 * Wakes those who wait for something to happen to a run: at once when this process did it, else by one shared question to the
 * database, so that thousands who wait for nothing cost a few queries and not thousands.
 */
export class RunWatch implements Disposable {
  readonly #database: { readonly kind: DatabaseKind; readonly db: Kysely<JobTables> }
  readonly #pollMs: number
  readonly #waiters = new Map<string, Set<Waiter>>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(database: { readonly kind: DatabaseKind; readonly db: Kysely<JobTables> }, pollMs: number) {
    this.#database = database
    this.#pollMs = pollMs
  }

  /** Whether there is nothing more to wait for here. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Settles when more has happened to a run than `lastEvent`, or the signal is aborted, or this is closed. */
  async next(id: string, lastEvent: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isClosed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const waiter = { lastEvent, wake }
    const waiters = this.#waiters.get(id) ?? new Set()
    this.#waiters.set(id, waiters.add(waiter))
    signal.addEventListener('abort', wake, { once: true })
    this.#timer ??= setTimeout(() => void this.#poll(), this.#pollMs)
    await promise
    signal.removeEventListener('abort', wake)
    waiters.delete(waiter)
    if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id)
  }

  /** Something happened to this run, in this process. */
  notify(id: string): void {
    for (const { wake } of this.#waiters.get(id) ?? []) wake()
  }

  async #poll(): Promise<void> {
    try {
      const ids = [...this.#waiters.keys()]
      for (let from = 0; from < ids.length && !this.#isClosed; from += IDS_A_QUERY)
        await this.#ask(ids.slice(from, from + IDS_A_QUERY))
    } catch {
      // The database is away for a moment: those who wait can wait for that, too.
    }
    this.#timer =
      this.#waiters.size > 0 && !this.#isClosed ? setTimeout(() => void this.#poll(), this.#pollMs) : undefined
  }

  async #ask(ids: readonly string[]): Promise<void> {
    const rows = await overRows<{ id: string; last_event: number }, { id: 'text' }>(this.#database, {
      columns: { id: 'text' },
      rows: ids.map((id) => ({ id })),
      text: ({ x, rowsAfter }) => `select runs.id, runs.last_event from runs${rowsAfter(',')} where runs.id = ${x.id}`,
    })
    const last = new Map(rows.map(({ id, last_event }) => [id, last_event]))
    for (const id of ids)
      for (const { lastEvent, wake } of this.#waiters.get(id) ?? []) if (last.get(id) !== lastEvent) wake()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const waiters of this.#waiters.values()) for (const { wake } of waiters) wake()
  }
}
