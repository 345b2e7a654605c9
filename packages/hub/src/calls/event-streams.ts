import type { ServerResponse } from 'node:http'
import { SkillError } from '@skillwright/contract'
import type { RunHappening } from '@skillwright/jobs'
import type { FastifyReply } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { hasAccount } from './call-principal.ts'

/** How often an idle stream says that it is there, at the most: proxies end what is silent for a minute. */
const BEAT_MS = 20_000
/**
 * The part of all connections that streams may hold, so that other requests get through, that those of one caller may, and that those of
 * strangers and guests together may: there is no end to them, and users of the hub follow their runs all the same.
 */
const MOST = 0.8
const MOST_EACH = 0.1
const MOST_FOREIGN = 0.4

const opened = new WeakMap<HubContext, EventStreams>()

/** The streams of a hub: whatever they are about, they hold the same connections. */
export function eventStreamsOf(hub: HubContext): EventStreams {
  const streams = opened.get(hub) ?? new EventStreams(hub)
  opened.set(hub, streams)
  return streams
}

/** Streams of server-sent events that are open now. One timer serves all of them, however many there are. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  readonly #places = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #most: number
  readonly #mostEach: number
  readonly #mostForeign: number

  constructor({ config }: HubContext) {
    this.#most = Math.ceil(config.maxConnections * MOST)
    this.#mostEach = Math.ceil(config.maxConnections * MOST_EACH)
    this.#mostForeign = Math.ceil(config.maxConnections * MOST_FOREIGN)
    const beat = () => {
      for (const raw of this.#open) if (!raw.writableNeedDrain) raw.write(':\n\n')
    }
    this.#timer = setInterval(beat, Math.min(BEAT_MS, Math.max(1, config.timeouts.request / 3))).unref()
  }

  /** A place for a stream of a caller, until it is disposed of. Throws RATE_LIMIT_EXCEEDED when there is none. */
  enter(caller: string): Disposable {
    const own = this.#places.get(caller) ?? 0
    if (own >= this.#mostEach) throw noPlace(`At most ${this.#mostEach} streams of events for one caller at once`)
    const isFull = hasAccount(caller)
      ? this.#count() >= this.#most
      : this.#count((other) => !hasAccount(other)) >= this.#mostForeign
    if (isFull) throw noPlace('As many streams of events are open as this node holds')
    this.#places.set(caller, own + 1)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#places.get(caller) ?? 1) - 1
        if (left === 0) this.#places.delete(caller)
        else this.#places.set(caller, left)
      },
    }
  }

  #count(isCounted: (caller: string) => boolean = () => true): number {
    return this.#places.entries().reduce((sum, [caller, count]) => (isCounted(caller) ? sum + count : sum), 0)
  }

  /** Writes what happens to a connection until it ends or the reader is gone; a slow reader is waited for. */
  async send(
    raw: ServerResponse,
    happenings: AsyncIterable<RunHappening>,
    /** What is said at the end, when it is the end and not only that of this node. */
    last: () => Promise<ServerEvent | undefined>,
  ): Promise<void> {
    const told = async function* (): AsyncGenerator<ServerEvent> {
      for await (const { sequence, event, at } of happenings) {
        const { type, ...data } = event
        yield { id: sequence, event: type, data: { ...data, at: new Date(at).toISOString() } }
      }
      const end = raw.writable ? await last() : undefined
      if (end !== undefined) yield end
    }
    await this.sendEvents(raw, told())
  }

  /** Writes events of any kind to a connection, in the same way. */
  async sendEvents(raw: ServerResponse, events: AsyncIterable<ServerEvent>): Promise<void> {
    this.#open.add(raw)
    try {
      for await (const event of events) await write(raw, event)
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

function noPlace(message: string): SkillError {
  return new SkillError('RATE_LIMIT_EXCEEDED', message, {
    hint: 'Close some, or ask for the status now and then',
    details: { retry_after_seconds: 10 },
  })
}

const STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that collects an answer before it hands it on would hold back every event.
  'x-accel-buffering': 'no',
} as const

/** Takes the connection of a reply for a stream of events, and sends its head. */
export function beginStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const { raw } = reply
  const headers = { ...reply.getHeaders(), ...STREAM }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200)
  return raw
}

/** One event as it is sent. */
export interface ServerEvent {
  readonly id?: number
  /** A message when absent. */
  readonly event?: string
  readonly data: unknown
}

function write(raw: ServerResponse, { id, event, data }: ServerEvent): Promise<void> | void {
  const named = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`
  const text = `${named}data: ${JSON.stringify(data)}\n\n`
  if (!raw.writable || raw.write(text)) return
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done)
      resolve()
    }
    raw.on('drain', done).on('close', done)
  })
}
