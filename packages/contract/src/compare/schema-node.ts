import type { Json } from '../json.ts'

/** The kinds of JSON value a comparison tells apart; `integer` is a number that is a multiple of 1. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** All kinds, the small ones first, so that the smallest witness is found first. */
export const KINDS: readonly Kind[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** A schema as the comparison sees it: references followed, equal schemas made one node with one id. */
export interface SchemaNode {
  readonly id: number
  /** The kinds it accepts at all. */
  readonly kinds: ReadonlySet<Kind>
  /** The only values it accepts, from `enum` and `const`. */
  readonly values?: ValueSet
  /** What its keywords say about a value of each kind. */
  readonly atoms: Readonly<Partial<Record<Kind, readonly Atom[]>>>
  readonly allOf: readonly SchemaNode[]
  readonly anyOf: readonly (readonly SchemaNode[])[]
  readonly oneOf: readonly OneOf[]
  readonly not: readonly SchemaNode[]
  readonly conditions: readonly Condition[]
  readonly dependents: readonly Dependent[]
  /** `unevaluatedProperties` and `unevaluatedItems`. */
  readonly unevaluated: Readonly<{ object?: SchemaNode; array?: SchemaNode }>
  /** What it refers to, where the reference closes a circle; filled in when the circle is complete. */
  target?: SchemaNode
  /** Names what the comparison does not understand about it. */
  readonly opaque?: string
}

/** Nodes of which exactly one must fit. */
interface OneOf {
  readonly nodes: readonly SchemaNode[]
  /** The kinds for which no value fits two of them anyway. */
  readonly disjointFor: ReadonlySet<Kind>
}

/** An `if` with its `then` and `else`. */
export interface Condition {
  readonly test: SchemaNode
  readonly met: SchemaNode
  readonly unmet: SchemaNode
}

/** A schema that an object must fit when it has the property. */
interface Dependent {
  readonly name: string
  readonly node: SchemaNode
}

/** A set of JSON values by their canonical text. */
export type ValueSet = ReadonlyMap<string, Json>

/** That a value fits a node, or that it does not. */
export interface Constraint {
  readonly node: SchemaNode
  readonly holds: boolean
}

/** What must hold for a property, by its name. */
export interface Shape {
  readonly names: ReadonlyMap<string, readonly Constraint[]>
  readonly patterns: readonly { readonly source: string; readonly constraints: readonly Constraint[] }[]
  /** For every other property. */
  readonly additional: readonly Constraint[]
}

/** That some property exists whose name fits and whose value fits the constraints. */
export interface SomeKey {
  readonly is: 'someKey'
  readonly notNamed: ReadonlySet<string>
  readonly matches: readonly string[]
  readonly misses: readonly string[]
  readonly nameConstraints: readonly Constraint[]
  readonly constraints: readonly Constraint[]
}

/** The smallest thing that can be said about a value of one kind. */
export type Atom =
  | { readonly is: 'min' | 'max'; readonly value: number; readonly exclusive: boolean }
  | { readonly is: 'multiple' | 'notMultiple'; readonly of: number }
  | { readonly is: 'minLength' | 'maxLength'; readonly length: number }
  | { readonly is: 'pattern' | 'notPattern'; readonly source: string }
  | { readonly is: 'format' | 'notFormat'; readonly name: string }
  | { readonly is: 'tuple'; readonly prefix: readonly (readonly Constraint[])[]; readonly rest: readonly Constraint[] }
  | { readonly is: 'minItems' | 'maxItems'; readonly count: number }
  | { readonly is: 'atLeast' | 'atMost'; readonly node: SchemaNode; readonly count: number }
  | { readonly is: 'unique' }
  | { readonly is: 'duplicate' }
  | { readonly is: 'itemAt'; readonly index: number; readonly constraints: readonly Constraint[] }
  | { readonly is: 'someItem'; readonly from: number; readonly constraints: readonly Constraint[] }
  | { readonly is: 'shape'; readonly shape: Shape }
  | { readonly is: 'names'; readonly constraints: readonly Constraint[] }
  | { readonly is: 'has'; readonly name: string; readonly constraints: readonly Constraint[] }
  | { readonly is: 'lacks'; readonly name: string }
  | { readonly is: 'needs'; readonly name: string; readonly other: string }
  | { readonly is: 'minProperties' | 'maxProperties'; readonly count: number }
  | SomeKey
  | { readonly is: 'differs'; readonly from: ValueSet }
  | { readonly is: 'opaque'; readonly key: string; readonly holds: boolean }

/** One way to make a choice: all of it must hold. */
export interface Alternative {
  readonly constraints: readonly Constraint[]
  readonly atoms: readonly Atom[]
}

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object'
}

/** A value as text that is the same for equal values. The value must not be deeper than the stack allows. */
export function canonicalText(value: unknown): string {
  // Most values are strings: they are their own text, and what is not a string starts with a character of its own.
  if (typeof value === 'string') return value.startsWith('\u0000') ? `\u0000"${value}` : value
  return `\u0000${sortedJson(value)}`
}

/** A set of values. */
export function valueSet(values: readonly unknown[]): ValueSet {
  const byText = new Map<string, Json>()
  for (const value of values) byText.set(canonicalText(value), value as Json)
  return byText
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`).join(',')}}`
}
