/** The alternatives that a description lists, and the description without them. */
export interface DescribedValues {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Token {
  readonly value: unknown
  readonly isQuoted: boolean
  readonly end: number
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|“([^”]*)”|‘([^’]*)’|「([^」]*)」/y
const BARE = /[\p{L}\p{N}_+-][\p{L}\p{N}_.+-]*/uy
const SEPARATOR = /\s*(?:[/|,，、;；]\s*(?:(?:or|and)\s+|[或和])?|\s(?:or|and)\s+|[或和])\s*/y
// Each place where a list may start costs one pass over the text, and in the middle of a sentence every place may be one.
const MAX_STARTS = 20
const MAX_SENTENCE = 5_000

/**
 * Reads alternatives such as `"quick" / "medium" / "deep"` from a description. At its end, after a colon or in brackets,
 * they are taken out of the text, since the schema says them; in the middle of a sentence they stay.
 */
export function readValues(description: string): DescribedValues | undefined {
  const text = description.trim()
  for (const colon of text.matchAll(/[:：]/g).take(MAX_STARTS)) {
    const values = readList(text.slice(colon.index + 1))
    if (values !== undefined) return { text: text.slice(0, colon.index).trimEnd(), values }
  }
  const group = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'))
  const grouped = group >= 0 && /[)）]$/.test(text) ? readList(text.slice(group + 1, -1)) : undefined
  if (grouped !== undefined) return { text: text.slice(0, group).trimEnd(), values: grouped }
  const whole = readList(text)
  if (whole !== undefined) return { text: '', values: whole }
  const inside = text.length > MAX_SENTENCE ? undefined : quotedRun(text)
  return inside === undefined ? undefined : { text: description, values: inside }
}

/** Reads a text that is nothing but alternatives; undefined when it is anything else. */
export function readList(text: string): readonly unknown[] | undefined {
  const list = text.trim().replace(/[.。]$/, '')
  const { tokens, end } = readTokens(list, 0, true)
  const isList = end === list.length && (tokens.length > 1 || tokens[0]?.isQuoted === true)
  return isList ? tokens.map(({ value }) => value) : undefined
}

/** Alternatives as readValues reads them. */
export function valuesText(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' / ')
}

/** The first run of two or more quoted alternatives. */
function quotedRun(text: string): readonly unknown[] | undefined {
  for (let at = 0; at < text.length; ) {
    const { tokens, end } = readTokens(text, at, false)
    if (tokens.length > 1) return tokens.map(({ value }) => value)
    at = Math.max(end, at + 1)
  }
  return undefined
}

function readTokens(text: string, start: number, allowBare: boolean): { tokens: readonly Token[]; end: number } {
  const tokens: Token[] = []
  let end = start
  for (let at = start; ; ) {
    const token = readQuoted(text, at) ?? (allowBare ? readBare(text, at) : undefined)
    if (token === undefined) return { tokens, end }
    tokens.push(token)
    end = token.end
    SEPARATOR.lastIndex = end
    if (!SEPARATOR.test(text)) return { tokens, end }
    at = SEPARATOR.lastIndex
  }
}

function readQuoted(text: string, at: number): Token | undefined {
  QUOTED.lastIndex = at
  const match = QUOTED.exec(text)
  if (match === null) return undefined
  const [whole, double, ...others] = match
  const value = double === undefined ? others.find((inner) => inner !== undefined) : readEscapes(whole, double)
  return { value, isQuoted: true, end: at + whole.length }
}

function readEscapes(whole: string, inner: string): string {
  try {
    return String(JSON.parse(whole))
  } catch {
    return inner
  }
}

/** A word; a number, `true`, `false` and `null` are what JSON says they are. */
function readBare(text: string, at: number): Token | undefined {
  BARE.lastIndex = at
  const word = BARE.exec(text)?.[0]
  if (word === undefined) return undefined
  return { value: literalOf(word), isQuoted: false, end: at + word.length }
}

function literalOf(word: string): unknown {
  if (!/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)$/i.test(word)) return word
  const literal: unknown = JSON.parse(word.toLowerCase())
  return typeof literal === 'number' && !Number.isFinite(literal) ? word : literal
}
