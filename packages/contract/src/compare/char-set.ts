/** A set of code points: sorted ranges that neither overlap nor touch, both ends included. */
export type CharSet = readonly (readonly [number, number])[]

/** The last code point there is. */
export const LAST_CODE_POINT = 0x10ffff

/** Every code point. */
export const ANY_CHAR: CharSet = [[0, LAST_CODE_POINT]]

/** What `\d`, `\w`, `\s` and `.` stand for. */
export const CHAR_CLASSES = {
  d: [[0x30, 0x39]],
  w: charSet([
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ]),
  s: charSet([
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ]),
  dot: complement(
    charSet([
      [0x0a, 0x0a],
      [0x0d, 0x0d],
      [0x2028, 0x2029],
    ]),
  ),
} as const satisfies Record<string, CharSet>

/** A set of ranges in any order. */
export function charSet(ranges: readonly (readonly [number, number])[]): CharSet {
  const merged: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Every code point that is not in the set. */
export function complement(set: CharSet): CharSet {
  const gaps: [number, number][] = []
  let next = 0
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1])
    next = to + 1
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT])
  return gaps
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
