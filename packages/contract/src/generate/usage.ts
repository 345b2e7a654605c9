import type { SeededRandom } from './seeded-random.ts'

/** Which entries of a schema's lists (enum values, branches) were used, so that in time all of them are. */
export interface Usage {
  /** The indices of the list, those used least first, ties in a random order. */
  order(list: object, length: number): number[]
  use(list: object, index: number): void
}

/** Starts counting. */
export function countUsage(random: SeededRandom): Usage {
  const counts = new WeakMap<object, Map<number, number>>()
  return {
    order(list, length) {
      const used = counts.get(list)
      const indices = random.shuffled(Array.from({ length }, (_, index) => index))
      return used ? indices.sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0)) : indices
    },
    use(list, index) {
      const used = counts.get(list) ?? new Map<number, number>()
      counts.set(list, used.set(index, (used.get(index) ?? 0) + 1))
    },
  }
}
