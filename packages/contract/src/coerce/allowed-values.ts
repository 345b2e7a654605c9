import { jsonEquals } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { foldSpelling } from './read-text.ts'

/** The values an `enum` or `const` allows. */
export interface AllowedValues {
  has(value: unknown): boolean
  /** Every allowed text that differs from this one only in case and surrounding space. */
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
  const composite = values.filter((value) => typeof value === 'object' && value !== null)
  let folded: FoldedTexts | undefined
  return {
    has: (value) => plain.has(value) || composite.some((each) => jsonEquals(each, value)),
    spellings(text) {
      folded ??= foldAll(plain)
      const key = foldSpelling(text)
      const first = folded.first.get(key)
      return first === undefined ? [] : [first, ...(folded.others.get(key) ?? [])]
    },
  }
}

/** Texts by what they are without case and surrounding space. Apart from the first, because an enum may have very many. */
interface FoldedTexts {
  readonly first: Map<string, string>
  readonly others: Map<string, string[]>
}

function foldAll(values: ReadonlySet<unknown>): FoldedTexts {
  const folded: FoldedTexts = { first: new Map(), others: new Map() }
  for (const value of values) {
    if (typeof value !== 'string') continue
    const key = foldSpelling(value)
    if (!folded.first.has(key)) folded.first.set(key, value)
    else folded.others.set(key, [...(folded.others.get(key) ?? []), value])
  }
  return folded
}

/** What two lists allow together. */
export function bothAllow(left: AllowedValues, right: AllowedValues): AllowedValues {
  return {
    has: (value) => left.has(value) && right.has(value),
    spellings: (text) => left.spellings(text).filter((spelling) => right.has(spelling)),
  }
}
