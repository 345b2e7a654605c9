/** Code points from the first to the last, both included. */
export type CodePointRange = readonly [first: number, last: number]

/** A regular expression as a tree. Groups are gone: they only shape the tree. */
export type PatternNode =
  | PatternChars
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly edge: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly isBehind: boolean; readonly isNegative: boolean }
  | { readonly kind: 'beyond'; readonly what: string }

/** One character out of a set. `properties` are Unicode property escapes as they were written; `negated` counts only with them. */
export interface PatternChars {
  readonly kind: 'chars'
  readonly ranges: readonly CodePointRange[]
  readonly properties: readonly string[]
  readonly negated: boolean
}

const LAST = 0x10ffff
const DIGITS: CodePointRange[] = [[0x30, 0x39]]
const WORDS: CodePointRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const SPACES: CodePointRange[] = [
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
]
const LINE_ENDS: CodePointRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }

/** Reads a pattern that V8 has already accepted with the `u` flag, so that nothing here needs to look for mistakes. */
export function parsePattern(source: string): PatternNode {
  const symbols = [...source]
  let at = 0

  return choice()

  function choice(): PatternNode {
    const parts = [sequence()]
    while (symbols[at] === '|') {
      at++
      parts.push(sequence())
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts }
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < symbols.length && symbols[at] !== '|' && symbols[at] !== ')') parts.push(repeated(atom()))
    return { kind: 'sequence', parts }
  }

  function repeated(body: PatternNode): PatternNode {
    const [min, max] = quantifier()
    if (max === undefined) return body
    // A lazy quantifier tries the same paths in another order.
    if (symbols[at] === '?') at++
    return { kind: 'repeat', body, min, max }
  }

  function quantifier(): [number, number | undefined] {
    switch (symbols[at]) {
      case '*':
        at++
        return [0, Number.POSITIVE_INFINITY]
      case '+':
        at++
        return [1, Number.POSITIVE_INFINITY]
      case '?':
        at++
        return [0, 1]
      case '{': {
        at++
        const [min = '', max] = until('}').split(',')
        return [Number(min), max === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)]
      }
      default:
        return [1, undefined]
    }
  }

  function atom(): PatternNode {
    const symbol = symbols[at++] ?? ''
    if (symbol === '(') return group()
    if (symbol === '[') return charClass()
    if (symbol === '^' || symbol === '$') return { kind: 'edge', edge: symbol }
    if (symbol === '.') return chars(invert(LINE_ENDS))
    if (symbol !== '\\') return one(symbol.codePointAt(0) ?? 0)
    const next = symbols[at] ?? ''
    if (next === 'b' || next === 'B') {
      at++
      return { kind: 'edge', edge: `\\${next}` }
    }
    if (next === 'k' || (next >= '1' && next <= '9')) return beyond('a back reference')
    return escaped()
  }

  function group(): PatternNode {
    if (symbols[at] !== '?') return closed(choice())
    const intro = `${symbols[at + 1]}${symbols[at + 2]}`
    if (intro.startsWith(':')) return skip(2, choice)
    const isBehind = intro === '<=' || intro === '<!'
    if (isBehind || intro.startsWith('=') || intro.startsWith('!')) {
      const isNegative = intro.startsWith('!') || intro === '<!'
      return { kind: 'look', isBehind, isNegative, body: skip(isBehind ? 3 : 2, choice) }
    }
    if (!intro.startsWith('<')) return beyond('a flag inside the pattern')
    until('>')
    return closed(choice())
  }

  function skip(count: number, read: () => PatternNode): PatternNode {
    at += count
    return closed(read())
  }

  function closed(body: PatternNode): PatternNode {
    at++
    return body
  }

  function beyond(what: string): PatternNode {
    at = symbols.length
    return { kind: 'beyond', what }
  }

  function charClass(): PatternNode {
    const negated = symbols[at] === '^'
    if (negated) at++
    const ranges: CodePointRange[] = []
    const properties: string[] = []
    while (symbols[at] !== ']') {
      const first = member()
      const low = first.ranges[0]?.[0] ?? 0
      if (isSingle(first) && symbols[at] === '-' && symbols[at + 1] !== ']') {
        at++
        ranges.push([low, member().ranges[0]?.[0] ?? low])
        continue
      }
      ranges.push(...first.ranges)
      properties.push(...first.properties)
    }
    at++
    if (properties.length > 0) return { kind: 'chars', ranges, properties, negated }
    return chars(negated ? invert(ranges) : ranges)
  }

  function member(): PatternChars {
    const symbol = symbols[at++] ?? ''
    if (symbol !== '\\') return one(symbol.codePointAt(0) ?? 0)
    if (symbols[at] === 'b') {
      at++
      return one(8)
    }
    return escaped()
  }

  function escaped(): PatternChars {
    const symbol = symbols[at++] ?? ''
    const control = CONTROLS[symbol]
    if (control !== undefined) return one(control)
    if (symbol === 'd' || symbol === 'D') return chars(symbol === 'd' ? DIGITS : invert(DIGITS))
    if (symbol === 'w' || symbol === 'W') return chars(symbol === 'w' ? WORDS : invert(WORDS))
    if (symbol === 's' || symbol === 'S') return chars(symbol === 's' ? SPACES : invert(SPACES))
    if (symbol === 'p' || symbol === 'P') {
      at++
      return { kind: 'chars', ranges: [], properties: [`\\${symbol}{${until('}')}}`], negated: false }
    }
    if (symbol === 'c') return one((symbols[at++]?.codePointAt(0) ?? 0) % 32)
    if (symbol === 'x') return one(hex(2))
    if (symbol === 'u') return one(unicodeEscape())
    return one(symbol.codePointAt(0) ?? 0)
  }

  function unicodeEscape(): number {
    if (symbols[at] === '{') {
      at++
      return Number.parseInt(until('}'), 16)
    }
    const high = hex(4)
    const isPair = high >= 0xd800 && high <= 0xdbff && symbols[at] === '\\' && symbols[at + 1] === 'u'
    if (!isPair || symbols[at + 2] === '{') return high
    const low = Number.parseInt(symbols.slice(at + 2, at + 6).join(''), 16)
    if (!(low >= 0xdc00 && low <= 0xdfff)) return high
    at += 6
    return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000
  }

  function hex(digits: number): number {
    at += digits
    return Number.parseInt(symbols.slice(at - digits, at).join(''), 16)
  }

  function until(end: string): string {
    const start = at
    while (at < symbols.length && symbols[at] !== end) at++
    at++
    return symbols.slice(start, at - 1).join('')
  }
}

function chars(ranges: readonly CodePointRange[]): PatternChars {
  return { kind: 'chars', ranges, properties: [], negated: false }
}

function one(codePoint: number): PatternChars {
  return chars([[codePoint, codePoint]])
}

function isSingle(node: PatternChars): boolean {
  const [range] = node.ranges
  return node.ranges.length === 1 && node.properties.length === 0 && range !== undefined && range[0] === range[1]
}

function invert(ranges: readonly CodePointRange[]): CodePointRange[] {
  const inverted: CodePointRange[] = []
  let next = 0
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (first > next) inverted.push([next, first - 1])
    next = Math.max(next, last + 1)
  }
  if (next <= LAST) inverted.push([next, LAST])
  return inverted
}
