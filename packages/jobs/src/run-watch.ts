import type { DatabaseKind } from '@skillwright/store'
import { type Kysely, sql } from 'kysely'
import { overRows } from './tables/over-rows.ts'
import type { JobTables } from './tables/tables.ts'

const IDS_A_QUERY = 1_000
/** A run to which nothing happens is asked for less and less often, down to this part. */
const SELDOM = 4

/** A wait for news of one run. What happens after `renew` is not missed, whenever `next` is asked. */
export interface RunNews extends Disposable {
  /** What has happened so far is about to be read. */
  renew(): void
  /** Settles when more has happened than `lastEvent`, or the signal is aborted, or the watch is closed. */
  next(lastEvent: number, signal: AbortSignal): Promise<void>
}

interface Waiter {
  isNotified: boolean
  /** What it has seen; undefined while it does not wait. */
  lastEvent: number | undefined
  wake: (() => void) | undefined
}

interface Watched {
  readonly waiters: Set<Waiter>
  /** In how many polls it is asked for, and how many it was asked in vain. */
  restPolls: number
  idlePolls: number
}

/**
 * Wakes those who wait for something to happen to a run: at once when this process did it, else by one shared question to the
 * database, so that thousands who wait for nothing cost a few queries and not thousands.
 */
export class RunWatch implements Disposable {
  readonly #database: { readonly kind: DatabaseKind; readonly db: Kysely<JobTables> }
  readonly #pollMs: number
  readonly #watched = new Map<string, Watched>()
  #otherChanges: unknown
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

  /** Begins to wait for news of a run. */
  watch(id: string): RunNews {
    const watched = this.#watched.get(id) ?? { waiters: new Set<Waiter>(), restPolls: 0, idlePolls: 0 }
    this.#watched.set(id, watched)
    const waiter: Waiter = { isNotified: false, lastEvent: undefined, wake: undefined }
    watched.waiters.add(waiter)
    this.#timer ??= setTimeout(() => void this.#poll(), this.#pollMs)
    return {
      renew: () => {
        waiter.isNotified = false
      },
      next: (lastEvent, signal) => this.#next(waiter, lastEvent, signal),
      [Symbol.dispose]: () => {
        watched.waiters.delete(waiter)
        if (watched.waiters.size === 0 && this.#watched.get(id) === watched) this.#watched.delete(id)
      },
    }
  }

  async #next(waiter: Waiter, lastEvent: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isClosed || waiter.isNotified) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    waiter.lastEvent = lastEvent
    waiter.wake = wake
    signal.addEventListener('abort', wake, { once: true })
    await promise
    signal.removeEventListener('abort', wake)
    waiter.lastEvent = undefined
    waiter.wake = undefined
  }

  /** Something happened to this run, in this process. */
  notify(id: string): void {
    const watched = this.#watched.get(id)
    if (watched !== undefined) tell(watched)
  }

  async #poll(): Promise<void> {
    try {
      if (await this.#mayHaveChanged())
        for (const ids of inGroups(this.#due())) if (!this.#isClosed) await this.#ask(ids)
    } catch {
      // The database is away for a moment: those who wait can wait for that, too.
      this.#otherChanges = undefined
    }
    this.#timer =
      this.#watched.size > 0 && !this.#isClosed ? setTimeout(() => void this.#poll(), this.#pollMs) : undefined
  }

  /** SQLite tells whether any other process wrote; of its own changes this process is told anyway. */
  async #mayHaveChanged(): Promise<boolean> {
    const { kind, db } = this.#database
    if (kind === 'postgres') return true
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const before = this.#otherChanges
    this.#otherChanges = rows[0]?.data_version
    return before !== this.#otherChanges
  }

  #due(): readonly string[] {
    const { kind } = this.#database
    return [...this.#watched].flatMap(([id, watched]) => {
      if (kind === 'postgres' && watched.restPolls-- > 0) return []
      watched.restPolls = Math.min(watched.idlePolls++ >> 4, SELDOM - 1)
      return [id]
    })
  }

  async #ask(ids: readonly string[]): Promise<void> {
    const rows = await overRows<{ id: string; last_event: number }, { id: 'text' }>(this.#database, {
      columns: { id: 'text' },
      rows: ids.map((id) => ({ id })),
      text: ({ x, rowsAfter }) => `select runs.id, runs.last_event from runs${rowsAfter(',')} where runs.id = ${x.id}`,
    })
    const last = new Map(rows.map(({ id, last_event }) => [id, last_event]))
    for (const id of ids) {
      const watched = this.#watched.get(id)
      const isNews = [...(watched?.waiters ?? [])].some(
        ({ lastEvent }) => lastEvent !== undefined && lastEvent !== last.get(id),
      )
      if (watched !== undefined && isNews) tell(watched)
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const watched of this.#watched.values()) tell(watched)
  }
}

function tell(watched: Watched): void {
  watched.idlePolls = 0
  watched.restPolls = 0
  for (const waiter of watched.waiters) {
    waiter.isNotified = true
    waiter.wake?.()
  }
}

function* inGroups(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_A_QUERY) yield ids.slice(from, from + IDS_A_QUERY)
}
