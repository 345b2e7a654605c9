import { MAX_HEADWORD } from './dictionary/compile-dictionary.ts'
import type { Dictionary } from './dictionary/dictionary.ts'

/** Where the words of a run of Chinese end: the fewest words the dictionary has, and among those the fewest of one character. */
export function segmentRun(text: string, from: number, to: number, dictionary: Dictionary): number[] {
  const length = to - from
  // For each place, from the end: the cost of what follows, and where the word that begins there ends.
  const costs = new Float64Array(length + 1)
  const ends = new Uint32Array(length)
  for (let at = length - 1; at >= 0; at--) {
    costs[at] = (costs[at + 1] ?? 0) + ALONE
    ends[at] = at + 1
    for (let end = Math.min(length, at + MAX_HEADWORD); end > at + 1; end--) {
      const cost = (costs[end] ?? 0) + 1
      if (cost < (costs[at] ?? 0) && dictionary.has(text, from + at, from + end)) {
        costs[at] = cost
        ends[at] = end
      }
    }
  }
  const found: number[] = []
  for (let at = 0; at < length; at = ends[at] ?? length) found.push(from + (ends[at] ?? length))
  return found
}

// A character alone is a word, but less likely the one that was meant.
const ALONE = 1.1
