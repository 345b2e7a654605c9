import { type AnswerOf, followRun, type READ_RUN, type RunHappening } from '@skillwright/hub-api'
import { hub } from './hub.ts'

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
  readonly #ending = new AbortController()

  constructor(run: Pick<Run, 'name' | 'execution_id' | 'status'>) {
    this.state = run.status
    void this.#follow(run)
  }

  /** Listens no longer. */
  close(): void {
    this.#ending.abort()
  }

  async #follow(run: Pick<Run, 'name' | 'execution_id'>): Promise<void> {
    try {
      for await (const happening of followRun(hub, run, { signal: this.#ending.signal })) this.#hear(happening)
    } catch {
      if (!this.#ending.signal.aborted) this.isLost = true
    }
  }

  #hear(happening: RunHappening): void {
    if (happening.type === 'state') {
      this.state = happening.state
      this.#say('state', happening.at, happening.state)
    } else if (happening.type === 'progress') {
      const { at, done, message = '' } = happening
      this.done = done
      this.message = message
      this.#say('progress', at, `${Math.round(done * 100)} % ${message}`)
    } else if (happening.type === 'log') this.#say('log', happening.at, happening.text)
    else {
      this.state = happening.run.status
      this.response = happening.run.response
    }
  }

  #say(kind: Happening['kind'], at: string, text: string): void {
    this.lines = [...this.lines, { kind, at, text }].slice(-MOST_LINES)
  }
}
