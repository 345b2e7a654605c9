/** The most steps that comparing two texts may take: about a second. */
const MOST_STEPS = 1_000_000_000
/** The most lines: the library hands them on as arguments. */
const MOST_LINES = 50_000

/** Whether texts can be compared in reasonable time: one of nothing but line ends would take the cube of its lines. */
export function isComparable(one: readonly string[], other: readonly string[]): boolean {
  if (Math.max(one.length, other.length) > MOST_LINES) return false
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  const pairs = other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
  return pairs * Math.min(one.length, other.length) <= MOST_STEPS
}

/** How many lines texts begin with alike, and how many more they end with alike: what differs is mostly short. */
export function commonEnds(texts: readonly (readonly string[])[]): { readonly start: number; readonly end: number } {
  const [first = [], ...others] = texts
  const most = Math.min(...texts.map(({ length }) => length))
  let start = 0
  while (start < most && others.every((text) => text[start] === first[start])) start++
  let end = 0
  while (end < most - start && others.every((text) => text.at(-1 - end) === first.at(-1 - end))) end++
  return { start, end }
}
