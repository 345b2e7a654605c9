/** A name with everything that looks alike folded together: hyphens, 0 and o, 1, i and l, rn and m, vv and w. */
export function nameSkeleton(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_.]/g, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
}

/** The skeleton and what is left of it without one character. Two skeletons at most one edit apart have one in common. */
export function nameNeighbours(skeleton: string): string[] {
  const shorter = Array.from(skeleton, (_, index) => skeleton.slice(0, index) + skeleton.slice(index + 1))
  return [...new Set([skeleton, ...shorter])]
}

/** True when one character added, removed, replaced or swapped with the next makes one of the other. */
export function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long || long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  const rest = (text: string, skip: number) => text.slice(from + skip)
  if (long.length > short.length) return rest(short, 0) === rest(long, 1)
  if (rest(short, 1) === rest(long, 1)) return true
  return short[from] === long[from + 1] && short[from + 1] === long[from] && rest(short, 2) === rest(long, 2)
}
