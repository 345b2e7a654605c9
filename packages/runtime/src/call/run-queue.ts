import { counted, SkillError } from '@skillwright/contract'
import { MAX_TIMER_MS } from './max-timer.ts'
import { stopReason } from './stop-reason.ts'

/** Options of a queue. */
interface QueueOptions {
  /** Runs at the same time. */
  readonly concurrency: number
  /** Runs that may wait; one more is refused. */
  readonly maxWaiting: number
}

/** How long a run waits for its turn. */
interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

interface Waiting {
  readonly start: () => void
  readonly leave: (reason: unknown) => void
}

/** Lets so many runs go at once and the others wait, each principal in turn, so that one principal's flood does not delay the others. */
export class RunQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #waitingCount = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Whether one more would have to wait. */
  get isFull(): boolean {
    return this.#running >= this.#options.concurrency
  }

  /**
   * Takes a place: undefined when there is one at once, else a promise of the turn. `leave` must follow. Throws
   * RATE_LIMIT_EXCEEDED when too many wait, why the signal was aborted when that comes first, and a TimeoutError when the
   * turn does not come in time; then there is no place to leave.
   */
  enter(principal: string, { signal, timeoutMs }: TurnOptions = {}): Promise<void> | undefined {
    if (signal?.aborted) throw stopReason(signal)
    if (this.isFull) return this.#turn(principal, { signal, timeoutMs })
    this.#running++
    return undefined
  }

  /** Sends away all that wait. */
  close(reason: unknown): void {
    for (const { leave } of [...this.#waiting.values()].flat()) leave(reason)
  }

  #turn(principal: string, { signal, timeoutMs }: TurnOptions): Promise<void> {
    if (this.#waitingCount >= this.#options.maxWaiting) {
      const message = `${counted(this.#running, 'run')} under way and ${this.#waitingCount} waiting already`
      throw new SkillError('RATE_LIMIT_EXCEEDED', message, {
        details: { retry_after_seconds: 1 },
      })
    }
    return new Promise<void>((resolve, reject) => {
      const line = this.#waiting.get(principal) ?? []
      const leave = (reason: unknown) => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) this.#waiting.delete(principal)
        this.#waitingCount--
        settle()
        reject(reason)
      }
      const callOff = () => signal && leave(stopReason(signal))
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => leave(new DOMException('timeout', 'TimeoutError')), Math.min(timeoutMs, MAX_TIMER_MS))
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', callOff)
      }
      const waiting: Waiting = {
        leave,
        start: () => {
          settle()
          resolve()
        },
      }
      signal?.addEventListener('abort', callOff, { once: true })
      line.push(waiting)
      this.#waiting.set(principal, line)
      this.#waitingCount++
    })
  }

  /** Hands the place to the principal who waited longest since their last turn. */
  leave(): void {
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

/**
 * Cancels running calls when the runtime closes. It keeps a set of functions, where most would add listeners to a
 * signal: a listener costs more than all the rest of what a warm call does about its end.
 */
export class Shutdown {
  readonly #controller = new AbortController()
  readonly #cancels = new Set<() => void>()

  /** For callees that take a signal. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Registers a function to call on shutdown; calls it at once when that has begun. */
  add(cancel: () => void): void {
    if (this.signal.aborted) cancel()
    else this.#cancels.add(cancel)
  }

  delete(cancel: () => void): void {
    this.#cancels.delete(cancel)
  }

  start(reason: DOMException): void {
    this.#controller.abort(reason)
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
  }
}
