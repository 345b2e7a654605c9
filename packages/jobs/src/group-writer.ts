/** Writes what is added together: what comes while a write is under way is the next write. */
export class GroupWriter<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  readonly #gatherMs: number
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  #writing: Promise<void> | undefined
  /** Ends the gathering. */
  #gathered: (() => void) | undefined

  /**
   * `write` answers with a result for each item, and gets at most so many at once. What no caller waits for may be gathered for a while:
   * a write to the disk costs the same for one as for a hundred.
   */
  constructor(write: (items: readonly Item[]) => Promise<readonly Result[]>, most: number, gatherMs = 0) {
    this.#write = write
    this.#most = most
    this.#gatherMs = gatherMs
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
    this.#gathered?.()
    while (this.#writing !== undefined) await this.#writing
  }

  async #run(): Promise<void> {
    // Those of the same turn belong together.
    await (this.#gatherMs === 0 ? Promise.resolve() : this.#gather())
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

  async #gather(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gathered = resolve
    const timer = setTimeout(resolve, this.#gatherMs)
    await promise
    clearTimeout(timer)
    this.#gathered = undefined
  }
}
