/** A part of a pattern. */
type Part = Pick<RegExp, 'source'>

/** A pattern that matches where one of several does: each of them can then be read, and explained, on a line of its own. */
export function anyOf(flags: string, ...parts: readonly Part[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), flags)
}

/** A part that matches where several do one after the other: the words of a sentence, each with the gap before it. */
export function inTurn(...parts: readonly Part[]): Part {
  return { source: parts.map(({ source }) => source).join('') }
}
