import type { ServerResponse } from 'node:http'
import { SkillError } from '@skillwright/contract'
import type { RunHappening } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'

/** How often an idle stream says that it is there, at the most: proxies end what is silent for a minute. */
const BEAT_MS = 20_000
/** The part of all connections that streams may hold, so that other requests get through, and that those of one caller may. */
const MOST = 0.8
const MOST_EACH = 0.1

/** Streams of server-sent events that are open now. One timer serves all of them, however many there are. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  readonly #places = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #most: number
  readonly #mostEach: number

  constructor({ config }: HubContext) {
    this.#most = Math.ceil(config.maxConnections * MOST)
    this.#mostEach = Math.ceil(config.maxConnections * MOST_EACH)
    const beat = () => {
      for (const raw of this.#open) if (!raw.writableNeedDrain) raw.write(':\n\n')
    }
    this.#timer = setInterval(beat, Math.min(BEAT_MS, Math.max(1, config.timeouts.request / 3))).unref()
  }

  /** A place for a stream of a caller, until it is disposed of. Throws RATE_LIMIT_EXCEEDED when there is none. */
  enter(caller: string): Disposable {
    const own = this.#places.get(caller) ?? 0
    const all = this.#places.values().reduce((sum, count) => sum + count, 0)
    if (own >= this.#mostEach || all >= this.#most)
      throw new SkillError(
        'RATE_LIMIT_EXCEEDED',
        `At most ${this.#mostEach} streams of events for one caller at once`,
        {
          hint: 'Close some, or ask for the status now and then',
          details: { retry_after_seconds: 10 },
        },
      )
    this.#places.set(caller, own + 1)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#places.get(caller) ?? 1) - 1
        if (left === 0) this.#places.delete(caller)
        else this.#places.set(caller, left)
      },
    }
  }

  /** Writes what happens to a connection until it ends or the reader is gone; a slow reader is waited for. */
  async send(
    raw: ServerResponse,
    happenings: AsyncIterable<RunHappening>,
    /** What is said at the end, when it is the end and not only that of this node. */
    last: () => Promise<ServerEvent | undefined>,
  ): Promise<void> {
    this.#open.add(raw)
    try {
      for await (const { sequence, event, at } of happenings) {
        const { type, ...data } = event
        await write(raw, { id: sequence, event: type, data: { ...data, at: new Date(at).toISOString() } })
      }
      const end = raw.writable ? await last() : undefined
      if (end !== undefined) await write(raw, end)
    } finally {
      this.#open.delete(raw)
      raw.end()
    }
  }

  /** Ends all of them: the readers come back to another node, and go on where they were. */
  close(): void {
    clearInterval(this.#timer)
    for (const raw of this.#open) raw.end()
  }
}

/** One event as it is sent. */
export interface ServerEvent {
  readonly id?: number
  readonly event: string
  readonly data: unknown
}

function write(raw: ServerResponse, { id, event, data }: ServerEvent): Promise<void> | void {
  const text = `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  if (!raw.writable || raw.write(text)) return
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done)
      resolve()
    }
    raw.on('drain', done).on('close', done)
  })
}
