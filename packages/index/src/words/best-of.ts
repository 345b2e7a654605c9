/** Keeps the first few of many things. */
export interface Best<Thing> {
  add(thing: Thing): void
  /** The one that the next must go before; undefined while there is room. */
  last(): Thing | undefined
  /** What was kept, in order. */
  list(): Thing[]
}

/** Keeps the first `most` things in the order of `compare`, however many are added. */
export function bestOf<Thing>(most: number, compare: (a: Thing, b: Thing) => number): Best<Thing> {
  // Sorted as far as `sorted`; more are collected before they are sorted in, so that a long list costs no more per thing.
  let kept: Thing[] = []
  const limit = Math.max(1, most)
  const tidy = () => {
    kept = kept.sort(compare).slice(0, most)
  }
  let worst: Thing | undefined
  return {
    add(thing) {
      kept.push(thing)
      if (kept.length < 2 * limit) return
      tidy()
      worst = kept.at(-1)
    },
    last: () => worst,
    list() {
      tidy()
      return kept
    },
  }
}
