import { RE2JS } from 're2js'
import { isProvedLinear } from './pattern-proof.ts'
import { type CodePointRange, type PatternChars, type PatternNode, parsePattern } from './pattern-syntax.ts'

/**
 * How a pattern can be run against untrusted text: `safe` by V8 itself, because it provably takes linear time;
 * `linear` by the linear-time engine only; `refused` by neither.
 */
export type PatternSafety = 'safe' | 'linear' | 'refused'

/** A pattern ready to run. Its time is linear in the text. */
export interface Pattern {
  readonly safety: PatternSafety
  /** How much work it was to prepare, about in characters. */
  readonly weight: number
  test(text: string): boolean
}

const MAX_SOURCE_LENGTH = 5_000

/** Says how an ECMA-262 pattern (`u` flag) can be run safely. A pattern that is no regular expression is refused. */
export function patternSafety(source: string): PatternSafety {
  return compilePattern(source).safety
}

/** Why a text is no ECMA-262 pattern (`u` flag); undefined when it is one. */
export function patternError(source: string): string | undefined {
  try {
    new RegExp(source, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error)
  }
}

const MAX_KEPT = 1_000
const kept = new Map<string, Pattern>()

/** Compiles an ECMA-262 pattern (`u` flag) so that no text can make it hang. A refused pattern matches nothing. */
export function compilePattern(source: string): Pattern {
  const known = kept.get(source)
  if (known) return known
  const pattern = createPattern(source)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(source, pattern)
  return pattern
}

function createPattern(source: string): Pattern {
  const { length } = source
  const native = length > MAX_SOURCE_LENGTH ? undefined : attempt(() => new RegExp(source, 'u'))
  const tree = native && attempt(() => parsePattern(source))
  if (!native || !tree) return { safety: 'refused', weight: length, test: () => false }
  if (isProvedLinear(tree, length))
    return { safety: 'safe', weight: length, test: (text) => testSafely(native, tree, text) }
  const weight = LINEAR_WEIGHT + unrolledSize(tree)
  const linear = weight > MAX_SOURCE_LENGTH ? undefined : toLinear(tree)
  return linear
    ? { safety: 'linear', weight, test: (text) => linear.test(text) }
    : { safety: 'refused', weight, test: () => false }
}

/** What the linear engine costs whatever the pattern is. */
const LINEAR_WEIGHT = 40

/** How many characters a pattern has once every counted repetition is written out, as the linear engine does. */
function unrolledSize(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      return node.parts.reduce((sum, part) => sum + unrolledSize(part), 0)
    case 'repeat':
      return unrolledSize(node.body) * Math.max(1, node.min, Number.isFinite(node.max) ? node.max : 0)
    case 'look':
      return unrolledSize(node.body)
    default:
      return 1
  }
}

function testSafely(native: RegExp, tree: PatternNode, text: string): boolean {
  try {
    return native.test(text)
  } catch {
    // V8 keeps a stack of open choices, which text of several megabytes can fill.
    return toLinear(tree)?.test(text) ?? false
  }
}

function toLinear(tree: PatternNode): { test(text: string): boolean } | undefined {
  return attempt(() => RE2JS.compile(print(tree)))
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** The pattern in the syntax of the linear engine, with the meaning ECMA-262 gives it. Throws for what that syntax cannot say. */
function print(node: PatternNode): string {
  switch (node.kind) {
    case 'chars':
      return printChars(node)
    case 'sequence':
      return node.parts.map(print).join('')
    case 'choice':
      return `(?:${node.parts.map(print).join('|')})`
    case 'repeat':
      return `(?:${print(node.body)}){${node.min},${Number.isFinite(node.max) ? node.max : ''}}`
    case 'edge':
      return node.edge === '^' ? '\\A' : node.edge === '$' ? '\\z' : node.edge
    case 'look':
      throw new Error('look-around')
    case 'beyond':
      throw new Error(node.what)
  }
}

function printChars({ ranges, properties, negated }: PatternChars): string {
  const members = [...ranges.map(printRange), ...properties.map(printProperty)].join('')
  return `[${negated ? '^' : ''}${members}]`
}

function printRange([first, last]: CodePointRange): string {
  return first === last ? printCodePoint(first) : `${printCodePoint(first)}-${printCodePoint(last)}`
}

function printCodePoint(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`
}

const LONG_CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Punctuation: 'P',
  punct: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
}

function printProperty(property: string): string {
  const name = property.slice(3, -1).replace(/^(?:Script|sc|General_Category|gc)=/, '')
  return `${property.slice(0, 3)}${LONG_CATEGORIES[name] ?? name}}`
}
