/**
 * Calls off what is under way when its owner is closed. A function in a set, where most would listen to a signal: a
 * listener costs more than all the rest of what a warm call does about its end.
 */
export class Closing {
  readonly #controller = new AbortController()
  readonly #cancels = new Set<() => void>()

  /** For what wants a signal. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Calls it at the end, or now when that is over. */
  add(cancel: () => void): void {
    if (this.signal.aborted) cancel()
    else this.#cancels.add(cancel)
  }

  delete(cancel: () => void): void {
    this.#cancels.delete(cancel)
  }

  close(reason: DOMException): void {
    this.#controller.abort(reason)
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
  }
}
