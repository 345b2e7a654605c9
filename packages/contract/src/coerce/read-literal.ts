/**
 * One piece of a literal: a text in double, single or curly quotes, a number, a key or word without quotes, a comma before an end, space, anything else. A
 * quote without its counterpart takes all the rest, which would otherwise be searched again from every quote in it.
 */
const PIECE =
  /"(?:[^"\\]|\\.)*(?<double>"|\\?$)|'(?<quoted>(?:[^'\\]|\\.)*)(?<single>'|\\?$)|“(?<curly>(?:[^“”\\]|\\.)*)(?<right>”|“|\\?$)|-?\d[\w.+-]*|(?<key>[\p{L}_$][\p{L}\p{N}_$]*)(?=\s*:)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<last>,)(?=\s*[\]}])|\s+|./gsu
const CLOSING: ReadonlySet<string> = new Set(['"', "'", '”'])
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ True: 'true', False: 'false', None: 'null', true: 'true', false: 'false', null: 'null' }),
)

/**
 * The JSON text of a list or object as Python or JavaScript writes it: in single or curly quotes, with `True` and `None`, with bare keys, with
 * a comma after the last item. Undefined where more would have to be guessed; what it returns need not be JSON either.
 */
export function readLiteral(text: string): string | undefined {
  let json = ''
  let before = ''
  for (const { 0: piece, groups = {} } of text.matchAll(PIECE)) {
    const { key, word, last } = groups
    const end = groups.double ?? groups.single ?? groups.right
    if (end !== undefined && !CLOSING.has(end)) return undefined
    const quoted = groups.quoted ?? groups.curly
    const isDropped = last !== undefined && !'[{,'.includes(before)
    const spelled =
      quoted !== undefined
        ? withDoubleQuotes(quoted)
        : key !== undefined
          ? JSON.stringify(key)
          : word !== undefined
            ? WORDS.get(word)
            : isDropped
              ? ''
              : piece
    if (spelled === undefined) return undefined
    if (piece.trim() !== '') before = piece
    json += spelled
  }
  return json
}

/** A text in other quotes as one of JSON, whose escapes are a few less. */
function withDoubleQuotes(inside: string): string {
  const body = inside.replaceAll(/\\.|"/gs, (each) => (each === '"' ? '\\"' : each === "\\'" ? "'" : each))
  return `"${body}"`
}
