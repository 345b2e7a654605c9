import type { Schema } from '../schema.ts'

/** The six kinds of JSON value; an integer is a number with a facet. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** Every kind, in the order in which they are tried. */
export const KINDS: readonly Kind[] = ['object', 'array', 'string', 'number', 'boolean', 'null']

/** One schema with `unevaluatedProperties` or `unevaluatedItems`, and what it requires of the unevaluated rest. */
export interface Scope {
  readonly keys: Schema | undefined
  readonly items: Schema | undefined
  /** The scopes around it. */
  readonly outer: readonly Scope[]
}

/** What one schema says about the keys of an object. */
interface KeyRule {
  readonly properties: Readonly<Record<string, Schema>>
  readonly patterns: Readonly<Record<string, Schema>>
  /** For keys that neither list names. */
  readonly additional: Schema | undefined
  readonly scopes: readonly Scope[]
}

/** What one schema says about the items of an array. */
interface ItemRule {
  readonly prefix: readonly Schema[]
  readonly rest: Schema | undefined
  readonly scopes: readonly Scope[]
}

/** How many items must fit a `contains`. */
interface ContainsRule {
  readonly schema: Schema
  readonly min: number
  readonly max: number
  readonly scopes: readonly Scope[]
}

/** All that several schemas ask of one value, choices made: what a value is built from. Mutable while it is collected. */
export interface Shape {
  kinds: Set<Kind>
  /** The only values there are, when that is known. */
  values: readonly unknown[] | undefined
  forbidden: (readonly unknown[])[]
  /** Values the author gave as examples or default. */
  suggestions: unknown[]
  title: string | undefined
  number: {
    min: number
    max: number
    above: number
    below: number
    integer: boolean
    multiples: number[]
    notMultiples: number[]
  }
  string: {
    min: number
    max: number
    patterns: string[]
    notPatterns: string[]
    formats: string[]
    notFormats: string[]
  }
  array: { min: number; max: number; unique: boolean; repeated: boolean; rules: ItemRule[]; contains: ContainsRule[] }
  object: {
    min: number
    max: number
    required: Set<string>
    rules: KeyRule[]
    names: Schema[]
    /** When the key is there, the others must be. */
    needs: (readonly [string, readonly string[]])[]
  }
}

/** A shape that every value fits. */
export function anyShape(): Shape {
  return {
    kinds: new Set(KINDS),
    values: undefined,
    forbidden: [],
    suggestions: [],
    title: undefined,
    number: {
      min: -Infinity,
      max: Infinity,
      above: -Infinity,
      below: Infinity,
      integer: false,
      multiples: [],
      notMultiples: [],
    },
    string: { min: 0, max: Infinity, patterns: [], notPatterns: [], formats: [], notFormats: [] },
    array: { min: 0, max: Infinity, unique: false, repeated: false, rules: [], contains: [] },
    object: { min: 0, max: Infinity, required: new Set(), rules: [], names: [], needs: [] },
  }
}

/** A copy that can be narrowed without touching the first. */
export function copyShape(shape: Shape): Shape {
  const { number, string, array, object } = shape
  return {
    ...shape,
    kinds: new Set(shape.kinds),
    forbidden: [...shape.forbidden],
    suggestions: [...shape.suggestions],
    number: { ...number, multiples: [...number.multiples], notMultiples: [...number.notMultiples] },
    string: {
      ...string,
      patterns: [...string.patterns],
      notPatterns: [...string.notPatterns],
      formats: [...string.formats],
      notFormats: [...string.notFormats],
    },
    array: { ...array, rules: [...array.rules], contains: [...array.contains] },
    object: {
      ...object,
      required: new Set(object.required),
      rules: [...object.rules],
      names: [...object.names],
      needs: [...object.needs],
    },
  }
}

/** The schemas an item at the index must fit. */
export function itemSchemas(shape: Shape, index: number): Schema[] {
  const schemas: Schema[] = []
  for (const rule of shape.array.rules) {
    const schema = index < rule.prefix.length ? rule.prefix[index] : rule.rest
    if (schema !== undefined) schemas.push(schema)
  }
  return schemas
}
