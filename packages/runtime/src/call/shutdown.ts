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
