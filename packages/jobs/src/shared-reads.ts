interface Reading {
  readonly now: Promise<unknown>
  next?: Promise<unknown>
}

/** Lets all who ask for the same thing share one read: thousands who follow one run cost one query, not thousands. */
export class SharedReads {
  readonly #reading = new Map<string, Reading>()

  /** Reads what the key stands for. A read that was begun before this was asked for may have missed what just happened: it is not shared. */
  read<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const reading = this.#reading.get(key)
    if (reading === undefined) return this.#begin(key, work)
    const again = () => this.#begin(key, work)
    reading.next ??= reading.now.then(again, again)
    // What is read is decided by the key.
    return reading.next as Promise<Value>
  }

  #begin<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const now = work()
    const reading: Reading = { now }
    this.#reading.set(key, reading)
    const done = () => {
      if (this.#reading.get(key) === reading && reading.next === undefined) this.#reading.delete(key)
    }
    now.then(done, done)
    return now
  }
}
