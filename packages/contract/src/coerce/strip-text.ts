const INVISIBLE = /[\s\u200b\u2060\ufeff]/
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
])
/** Marks of more than one character that a text may stand between: emphasis in Markdown, quotes that were escaped once too often. */
const MARKS = ['**', '\\"', "\\'"]
const BRACKETS: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '<>', '{}', '（）'].map(([open = '', close = '']) => [open, close]),
)

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
  const open = MARKS.find((mark) => trimmed.startsWith(mark)) ?? trimmed.charAt(0)
  const close = MARKS.includes(open) ? open : QUOTES.get(open)
  return (close !== undefined && between(trimmed, open, close)) || trimmed
}

/** The same for a word or a value of its own, which is no sentence: the full stop or comma after it says nothing. */
export function stripWord(text: string): string {
  const stripped = stripText(text)
  return /[\p{L}\p{N}][.,;。，；]$/u.test(stripped) ? stripText(stripped.slice(0, -1)) : stripped
}

/** What stands between one pair of brackets; the text itself where it does not. */
export function withoutBrackets(text: string): string {
  const close = BRACKETS.get(text.charAt(0))
  return (close !== undefined && between(text, text.charAt(0), close)) || text
}

/** What stands between two marks, if they belong together: one of them inside says that they need not. */
function between(text: string, open: string, close: string): string | undefined {
  if (text.length <= open.length + close.length || !text.endsWith(close)) return undefined
  const inside = text.slice(open.length, -close.length)
  return inside.includes(open) || inside.includes(close) ? undefined : trimText(inside)
}

/** A text with the ASCII form of full-width characters. */
export function narrowCharacters(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}
