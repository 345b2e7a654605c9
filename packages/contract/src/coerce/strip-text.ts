const INVISIBLE = /[\s\u200b\u2060\ufeff]/
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
])

/** A text without the space around it, visible or not. */
export function trimText(text: string): string {
  let from = 0
  let to = text.length
  // Loops, because a pattern for space at the end would be quadratic on a long run of it inside.
  while (from < to && INVISIBLE.test(text.charAt(from))) from++
  while (to > from && INVISIBLE.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** A text without the space and the one pair of quotes around it. */
export function stripText(text: string): string {
  const trimmed = trimText(text)
  const inside = trimmed.slice(1, -1)
  const [open = '', close] = [trimmed[0], trimmed.at(-1)]
  const isQuoted = trimmed.length > 1 && QUOTES.get(open) === close
  // A quote inside says that the outer ones need not belong together.
  return isQuoted && !inside.includes(open) && !inside.includes(close ?? '') ? trimText(inside) : trimmed
}
