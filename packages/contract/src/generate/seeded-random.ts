/** A source of numbers that gives the same ones for the same seed, on every machine. */
export interface SeededRandom {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** A number from 0 to 1, without 1. */
  unit(): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One entry of a list that has at least one. */
  pick<T>(list: readonly [T, ...T[]]): T
  /** A copy of the list in another order. */
  shuffled<T>(list: readonly T[]): T[]
}

/** Makes a seeded source of numbers (mulberry32: only 32-bit operations, so no machine differs). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const unit = () => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) / 2 ** 53
  const int = (min: number, max: number) => Math.min(max, min + Math.floor(unit() * (max - min + 1)))
  return {
    int,
    unit,
    chance: (probability) => unit() < probability,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    shuffled: (list) =>
      list
        .map((entry) => ({ entry, at: unit() }))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry),
  }
}
