/** Writes what is added together: what comes while a write is under way is the next write. */
export class GroupWriter<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  #writing: Promise<void> | undefined

  /** `write` answers with a result for each item, and gets at most so many at once. */
  constructor(write: (items: readonly Item[]) => Promise<readonly Result[]>, most: number) {
    this.#write = write
    this.#most = most
  }

  /** How many have not been written yet. */
  get size(): number {
    return this.#waiting.length
  }

  /** Settles once the item has been written, or could not be. */
  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ item, resolve, reject })
    this.#writing ??= this.#run()
    return promise
  }

  /** Settles once everything that was added has been written. */
  async drain(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async #run(): Promise<void> {
    // Those of the same turn belong together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#write(group.map(({ item }) => item))
        for (const [i, { resolve }] of group.entries()) resolve(results[i] as Result)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#writing = undefined
  }
}
