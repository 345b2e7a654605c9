import { patternError } from '../engine/pattern.ts'
import { type PatternNode, parsePattern as readSyntax } from '../engine/pattern-syntax.ts'
import { type CharSet, charSet } from './char-set.ts'

/** A regular expression that is regular indeed, as a tree. */
export type Pattern =
  | { readonly is: 'chars'; readonly set: CharSet }
  | { readonly is: 'sequence' | 'either'; readonly parts: readonly Pattern[] }
  | { readonly is: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number }
  | { readonly is: 'start' | 'end' }
  | { readonly is: 'ahead'; readonly body: Pattern; readonly negative: boolean }

// A longer pattern is not worth reasoning about.
const MAX_LENGTH = 2000

/**
 * Parses an ECMA-262 pattern (with the `u` flag) into a tree, or gives undefined for what is not regular or not
 * understood: back references, look-behind, word boundaries, `\p{…}`.
 */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > MAX_LENGTH || patternError(source) !== undefined) return undefined
  return toRegular(readSyntax(source))
}

function toRegular(node: PatternNode): Pattern | undefined {
  switch (node.kind) {
    case 'chars':
      return node.properties.length > 0 ? undefined : { is: 'chars', set: charSet(node.ranges) }
    case 'sequence':
    case 'choice': {
      const parts = node.parts.flatMap((part) => toRegular(part) ?? [])
      if (parts.length < node.parts.length) return undefined
      return { is: node.kind === 'choice' ? 'either' : 'sequence', parts }
    }
    case 'repeat': {
      const body = toRegular(node.body)
      return body && isPlain(body) ? { is: 'repeat', body, min: node.min, max: node.max } : undefined
    }
    case 'edge':
      return node.edge === '^' ? { is: 'start' } : node.edge === '$' ? { is: 'end' } : undefined
    case 'look': {
      const body = node.isBehind ? undefined : toRegular(node.body)
      return body && { is: 'ahead', body, negative: node.isNegative }
    }
    case 'beyond':
      return undefined
  }
}

/** True when what it matches does not depend on where it stands. */
function isPlain(pattern: Pattern): boolean {
  if (pattern.is === 'sequence' || pattern.is === 'either') return pattern.parts.every(isPlain)
  return pattern.is === 'repeat' ? isPlain(pattern.body) : pattern.is === 'chars'
}
