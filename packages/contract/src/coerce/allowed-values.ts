import { jsonEquals } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { FOLDS } from './fold-name.ts'
import { typeBit } from './type-mask.ts'

/** The values an `enum` or `const` allows. */
export interface AllowedValues {
  /** The types of the values, as bits. */
  readonly types: number
  readonly has: (value: unknown) => boolean
  /** The first two allowed texts that differ from this one only in notation: case and space first, then separators and quotes. */
  spellings(text: string): readonly string[]
}

/** The values a schema lists as the only ones, or undefined. */
export function allowedBy(schema: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

/** Makes a list of values quick to ask. */
export function allowedValues(values: readonly unknown[]): AllowedValues {
  const plain = new Set(values)
  const composite: unknown[] = []
  let types = 0
  for (const value of plain) {
    types |= typeBit(value)
    if (typeof value === 'object' && value !== null) composite.push(value)
  }
  const folded: FoldedTexts[] = []
  return {
    types,
    has: (value) =>
      plain.has(value) || (typeof value === 'object' && composite.some((each) => jsonEquals(each, value))),
    spellings(text) {
      if (text.length > MAX_SPELLING) return []
      for (const [level, fold] of FOLDS.entries()) {
        folded[level] ??= foldAll(plain, fold)
        const { first, second } = folded[level]
        const key = fold(text)
        const found = [first.get(key), second.get(key)].filter((spelling) => spelling !== undefined)
        if (found.length > 0) return found
      }
      return []
    },
  }
}

/** A longer text is no name. */
const MAX_SPELLING = 1_000

/** Texts by what they are without their notation: of each the first, and the second, which makes it ambiguous. */
interface FoldedTexts {
  readonly first: Map<string, string>
  readonly second: Map<string, string>
}

function foldAll(values: ReadonlySet<unknown>, fold: (text: string) => string): FoldedTexts {
  const folded: FoldedTexts = { first: new Map(), second: new Map() }
  for (const value of values) {
    if (typeof value !== 'string') continue
    const key = fold(value)
    if (!folded.first.has(key)) folded.first.set(key, value)
    else if (!folded.second.has(key)) folded.second.set(key, value)
  }
  return folded
}
