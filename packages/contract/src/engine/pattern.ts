import { RE2JS } from 're2js'
import { isProvedLinear } from './pattern-proof.ts'
import { type CodePointRange, type PatternNode, parsePattern } from './pattern-syntax.ts'

/**
 * How a pattern can be run against text of strangers: `safe` by V8 itself, because it provably takes linear time;
 * `linear` by the linear-time engine only; `refused` by neither.
 */
export type PatternSafety = 'safe' | 'linear' | 'refused'

/** A pattern ready to run. Its time is linear in the text. */
export interface Pattern {
  readonly safety: PatternSafety
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
  const native = source.length > MAX_SOURCE_LENGTH ? undefined : attempt(() => new RegExp(source, 'u'))
  const tree = native && attempt(() => parsePattern(source))
  if (!native || !tree) return { safety: 'refused', test: () => false }
  if (isProvedLinear(tree, source.length)) return { safety: 'safe', test: (text) => testSafely(native, tree, text) }
  const linear = toLinear(tree)
  return linear ? { safety: 'linear', test: (text) => linear.test(text) } : { safety: 'refused', test: () => false }
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
      return `[${node.negated ? '^' : ''}${node.ranges.map(printRange).join('')}${node.properties.map(printProperty).join('')}]`
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

function printRange([first, last]: CodePointRange): string {
  return `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`
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
