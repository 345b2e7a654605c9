import type { RunHappening, RunProgress } from './run.ts'

type RunEvent = RunHappening['event']

const MAX_EVENTS = 2_000
const MAX_TEXT = 8_000
const MIN_STEP = 0.01

/** What was said up to some moment and is not known to be written. */
export interface Unwritten {
  readonly events: readonly RunHappening[]
  /** The number of the last thing that had happened. */
  readonly last: number
  readonly progress: RunProgress | undefined
}

/** What happens to a run while it is done here: numbered, bounded, and kept until it has been written. */
export class RunJournal {
  readonly #clock: () => number
  readonly #all: RunHappening[] = []
  #written: number
  #last: number
  #writtenProgress: RunProgress | undefined
  progress: RunProgress | undefined

  constructor(clock: () => number, last: number) {
    this.#clock = clock
    this.#last = last
    this.#written = last
  }

  /** The number of the last thing that happened. */
  get last(): number {
    return this.#last
  }

  /** Everything, of a run that is written when it has ended. */
  get all(): readonly RunHappening[] {
    return this.#all
  }

  /** Whether there is something to be written. */
  get isUnwritten(): boolean {
    return this.#written < this.#last || this.progress !== this.#writtenProgress
  }

  /** Adds what the skill said. More than is kept is left out, which is said once. */
  add(event: RunEvent): void {
    if (event.type === 'state') return
    if (event.type === 'progress') {
      const before = this.progress
      this.progress = { done: event.done, ...(event.message === undefined ? {} : { message: short(event.message) }) }
      if (before !== undefined && before.message === event.message && Math.abs(event.done - before.done) < MIN_STEP)
        return
    }
    if (this.#all.length > MAX_EVENTS) return
    if (this.#all.length === MAX_EVENTS)
      this.#push({ type: 'log', level: 'warning', text: `More than ${MAX_EVENTS} lines are not kept` })
    else
      this.#push(
        event.type === 'log'
          ? { ...event, text: short(event.text) }
          : { type: 'progress', ...this.progress, done: event.done },
      )
  }

  /** What is not known to be written. What is just being written is part of it, and may be written twice. */
  get unwritten(): Unwritten {
    const { last, progress } = this
    return { events: this.#all.slice(this.#all.length - (last - this.#written)), last, progress }
  }

  /** That has been written. */
  noteWritten({ last, progress }: Unwritten): void {
    this.#written = Math.max(this.#written, last)
    this.#writtenProgress = progress
  }

  #push(event: RunEvent): void {
    this.#all.push({ sequence: ++this.#last, at: this.#clock(), event })
  }
}

function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
