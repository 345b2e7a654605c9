import type { CodePointRange } from '../engine/pattern-syntax.ts'

/** A set of code points: sorted ranges that neither overlap nor touch. */
export type CharSet = readonly CodePointRange[]

/** The last code point there is. */
export const LAST_CODE_POINT = 0x10ffff

/** Every code point. */
export const ANY_CHAR: CharSet = [[0, LAST_CODE_POINT]]

/** A set of ranges in any order. */
export function charSet(ranges: readonly CodePointRange[]): CharSet {
  const merged: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** True when the code point is in the set. */
export function hasChar(set: CharSet, codePoint: number): boolean {
  let low = 0
  let high = set.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = set[middle]
    if (range === undefined || codePoint < range[0]) high = middle - 1
    else if (codePoint > range[1]) low = middle + 1
    else return true
  }
  return false
}
