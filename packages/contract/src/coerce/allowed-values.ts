import { jsonEquals } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { foldSpelling } from './read-text.ts'
import { typeBit } from './type-mask.ts'

/** The values an `enum` or `const` allows. */
export interface AllowedValues {
  /** The types of the values, as bits. */
  readonly types: number
  readonly has: (value: unknown) => boolean
  /** The first two allowed texts that differ from this one only in case and surrounding space. */
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
  let folded: FoldedTexts | undefined
  return {
    types,
    has: (value) =>
      plain.has(value) || (typeof value === 'object' && composite.some((each) => jsonEquals(each, value))),
    spellings(text) {
      folded ??= foldAll(plain)
      const key = foldSpelling(text)
      return [folded.first.get(key), folded.second.get(key)].filter((spelling) => spelling !== undefined)
    },
  }
}

/** Texts by what they are without case and surrounding space: of each the first, and the second, which makes it ambiguous. */
interface FoldedTexts {
  readonly first: Map<string, string>
  readonly second: Map<string, string>
}

function foldAll(values: ReadonlySet<unknown>): FoldedTexts {
  const folded: FoldedTexts = { first: new Map(), second: new Map() }
  for (const value of values) {
    if (typeof value !== 'string') continue
    const key = foldSpelling(value)
    if (!folded.first.has(key)) folded.first.set(key, value)
    else if (!folded.second.has(key)) folded.second.set(key, value)
  }
  return folded
}
