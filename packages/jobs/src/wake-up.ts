/** Lets a loop sleep until it is woken, or for a time at most. A call while it is awake counts for its next sleep. */
export class WakeUp {
  #isCalled = false
  #wake: (() => void) | undefined

  call(): void {
    this.#isCalled = true
    this.#wake?.()
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isCalled) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, Math.max(0, ms))
      this.#wake = resolve
      await promise
      clearTimeout(timer)
      this.#wake = undefined
    }
    this.#isCalled = false
  }
}
