import { SkillError } from '@skillwright/contract'

/** Options of a queue. */
export interface QueueOptions {
  /** Runs at the same time. */
  readonly concurrency: number
  /** Runs that may wait; one more is refused. */
  readonly maxWaiting: number
}

interface Waiting {
  readonly start: () => void
}

/** Lets so many runs go at once and the others wait, each principal in turn, so that nobody's flood keeps another waiting. */
export class RunQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #waitingCount = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Runs the work when its turn comes. Throws RATE_LIMIT_EXCEEDED when too many wait, or what the signal says when called off first. */
  async run<T>(principal: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running >= this.#options.concurrency) await this.#turn(principal, signal)
    else this.#running++
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(principal: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waitingCount >= this.#options.maxWaiting) {
      const message = `${this.#running} runs are under way and ${this.#waitingCount} are waiting already`
      throw new SkillError('RATE_LIMIT_EXCEEDED', message, {
        details: { retry_after_seconds: 1 },
      })
    }
    return new Promise<void>((resolve, reject) => {
      const line = this.#waiting.get(principal) ?? []
      const callOff = () => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) this.#waiting.delete(principal)
        this.#waitingCount--
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', callOff)
          resolve()
        },
      }
      signal?.addEventListener('abort', callOff, { once: true })
      line.push(waiting)
      this.#waiting.set(principal, line)
      this.#waitingCount++
    })
  }

  /** Hands the free place to the principal who waited longest since their last turn. */
  #next(): void {
    const [entry] = this.#waiting
    if (entry === undefined) {
      this.#running--
      return
    }
    const [principal, line] = entry
    const waiting = line.shift()
    this.#waiting.delete(principal)
    if (line.length > 0) this.#waiting.set(principal, line)
    this.#waitingCount--
    waiting?.start()
  }
}
