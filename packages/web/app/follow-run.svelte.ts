import { isObject } from '@skillwright/contract'
import type { AnswerOf, READ_RUN } from '@skillwright/hub-api'

type Run = AnswerOf<typeof READ_RUN>

/** One line of what happened to a run. */
export interface Happening {
  readonly at: string
  readonly kind: 'state' | 'progress' | 'log'
  readonly text: string
}

const MOST_LINES = 500

/** Follows a run as it happens: its state, how far it is, what it says, and its response at the end. */
export class FollowedRun {
  state = $state('')
  done = $state<number>()
  message = $state('')
  lines = $state.raw<readonly Happening[]>([])
  response = $state.raw<Run['response']>(null)
  isLost = $state(false)
  readonly #events: EventSource

  constructor({ events_url, status }: Pick<Run, 'events_url' | 'status'>, onEnd: () => void = () => {}) {
    this.state = status
    // Where the hub is for this browser, whatever address it gives itself.
    this.#events = new EventSource(new URL(events_url).pathname)
    this.#on('state', ({ state, at }) => {
      this.state = String(state)
      this.#say('state', at, String(state))
    })
    this.#on('progress', ({ done, message, at }) => {
      if (typeof done === 'number') this.done = done
      this.message = typeof message === 'string' ? message : ''
      this.#say('progress', at, `${typeof done === 'number' ? `${Math.round(done * 100)} % ` : ''}${this.message}`)
    })
    this.#on('log', ({ at, text }) => this.#say('log', at, String(text)))
    this.#on('result', ({ status, response }) => {
      this.state = String(status)
      // The hub checked it against the schema of runs before it sent it.
      this.response = isObject(response) ? (response as Run['response']) : null
      this.close()
      onEnd()
    })
    this.#events.onerror = () => {
      // It comes back by itself, unless the hub refused.
      if (this.#events.readyState === EventSource.CLOSED) this.isLost = true
    }
  }

  /** Listens no longer. */
  close(): void {
    this.#events.close()
  }

  #on(name: string, heard: (data: Readonly<Record<string, unknown>>) => void): void {
    this.#events.addEventListener(name, ({ data }) => {
      const value: unknown = JSON.parse(String(data))
      if (isObject(value)) heard(value)
    })
  }

  #say(kind: Happening['kind'], at: unknown, text: string): void {
    this.lines = [...this.lines, { kind, at: String(at), text }].slice(-MOST_LINES)
  }
}
