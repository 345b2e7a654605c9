import { CHAR_CLASSES, type CharSet, charSet, complement } from './char-set.ts'

/** A regular expression as a tree. */
export type Pattern =
  | { readonly is: 'chars'; readonly set: CharSet }
  | { readonly is: 'sequence' | 'either'; readonly parts: readonly Pattern[] }
  | { readonly is: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number }
  | { readonly is: 'start' | 'end' }
  | { readonly is: 'ahead'; readonly body: Pattern; readonly negative: boolean }

// A pattern with more groups than this is not worth reasoning about.
const MAX_GROUPS = 300

/**
 * Parses an ECMA-262 pattern (with the `u` flag) into a tree, or gives undefined for what is not regular or not
 * understood: back references, look-behind, word boundaries, `\p{…}`.
 */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > 2000 || !isPattern(source)) return undefined
  const chars = [...source]
  let at = 0
  let groups = 0
  let isUnderstood = true

  function either(): Pattern {
    const parts = [sequence()]
    while (chars[at] === '|') {
      at++
      parts.push(sequence())
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { is: 'either', parts }
  }

  function sequence(): Pattern {
    const parts: Pattern[] = []
    while (isUnderstood && at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(repeated(term()))
    return { is: 'sequence', parts }
  }

  function repeated(body: Pattern): Pattern {
    const bounds = quantifier()
    if (bounds === undefined) return body
    if (chars[at] === '?') at++
    const [min, max] = bounds
    if (!isPlain(body)) isUnderstood = false
    return { is: 'repeat', body, min, max }
  }

  function quantifier(): [number, number] | undefined {
    const sign = chars[at]
    if (sign === '*' || sign === '+' || sign === '?') {
      at++
      return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY]
    }
    if (sign !== '{') return undefined
    const end = chars.indexOf('}', at)
    const [min = '', max] = chars
      .slice(at + 1, end)
      .join('')
      .split(',')
    at = end + 1
    return [Number(min), max === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)]
  }

  function term(): Pattern {
    const char = chars[at++] ?? ''
    if (char === '^') return { is: 'start' }
    if (char === '$') return { is: 'end' }
    if (char === '(') return group()
    if (char === '.') return { is: 'chars', set: CHAR_CLASSES.dot }
    if (char === '[') return { is: 'chars', set: bracket() }
    if (char === '\\') return { is: 'chars', set: escaped() }
    return { is: 'chars', set: single(char) }
  }

  function group(): Pattern {
    if (++groups > MAX_GROUPS) return giveUp()
    let look: 'ahead' | 'notAhead' | undefined
    if (chars[at] === '?') {
      const head = chars.slice(at, at + 3).join('')
      if (head.startsWith('?=')) look = 'ahead'
      else if (head.startsWith('?!')) look = 'notAhead'
      else if (head === '?<=' || head === '?<!') return giveUp()
      if (head.startsWith('?<')) at = chars.indexOf('>', at) + 1
      else if (look || head.startsWith('?:')) at += 2
      else return giveUp()
    }
    const body = either()
    at++
    return look ? { is: 'ahead', body, negative: look === 'notAhead' } : body
  }

  function bracket(): CharSet {
    const isNegated = chars[at] === '^'
    if (isNegated) at++
    const ranges: (readonly [number, number])[] = []
    while (isUnderstood && at < chars.length && chars[at] !== ']') {
      const from = bracketPart()
      const low = onlyChar(from)
      if (chars[at] === '-' && chars[at + 1] !== ']' && low !== undefined) {
        at++
        const high = onlyChar(bracketPart())
        if (high === undefined) giveUp()
        else ranges.push([low, high])
      } else ranges.push(...from)
    }
    at++
    const set = charSet(ranges)
    return isNegated ? complement(set) : set
  }

  function bracketPart(): CharSet {
    const char = chars[at++] ?? ''
    if (char !== '\\') return single(char)
    if (chars[at] === 'b') {
      at++
      return [[8, 8]]
    }
    return escaped()
  }

  function escaped(): CharSet {
    const char = chars[at++] ?? ''
    if (char === 'd' || char === 'w' || char === 's') return CHAR_CLASSES[char]
    if (char === 'D' || char === 'W' || char === 'S') return complement(CHAR_CLASSES[lower(char)])
    const control = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }[char]
    if (control !== undefined) return [[control, control]]
    if (char === 'x') return code(2)
    if (char === 'u') return chars[at] === '{' ? braced() : unicode()
    if (/[1-9bBkpPc]/.test(char)) giveUp()
    return single(char)
  }

  function unicode(): CharSet {
    const high = code(4)
    const first = high[0]?.[0] ?? 0
    if (first < 0xd800 || first > 0xdbff || chars[at] !== '\\' || chars[at + 1] !== 'u') return high
    at += 2
    const second = code(4)[0]?.[0] ?? 0
    if (second < 0xdc00 || second > 0xdfff) giveUp()
    return single(String.fromCharCode(first, second))
  }

  function code(digits: number): CharSet {
    const value = Number.parseInt(chars.slice(at, at + digits).join(''), 16)
    at += digits
    return [[value, value]]
  }

  function braced(): CharSet {
    const end = chars.indexOf('}', at)
    const value = Number.parseInt(chars.slice(at + 1, end).join(''), 16)
    at = end + 1
    return [[value, value]]
  }

  function giveUp(): Pattern {
    isUnderstood = false
    return { is: 'sequence', parts: [] }
  }

  const pattern = either()
  return isUnderstood && at >= chars.length ? pattern : undefined
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** True when what it matches does not depend on where it stands. */
function isPlain(pattern: Pattern): boolean {
  if (pattern.is === 'sequence' || pattern.is === 'either') return pattern.parts.every(isPlain)
  return pattern.is === 'repeat' ? isPlain(pattern.body) : pattern.is === 'chars'
}

function single(char: string): CharSet {
  const codePoint = char.codePointAt(0) ?? 0
  return [[codePoint, codePoint]]
}

function onlyChar(set: CharSet): number | undefined {
  const [range] = set
  return set.length === 1 && range && range[0] === range[1] ? range[0] : undefined
}

function lower(char: 'D' | 'W' | 'S'): 'd' | 'w' | 's' {
  return char === 'D' ? 'd' : char === 'W' ? 'w' : 's'
}
