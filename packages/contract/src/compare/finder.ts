import type { Json } from '../json.ts'
import type { Schema } from '../schema.ts'
import type { Budget } from './budget.ts'
import type { Languages } from './language.ts'
import type { Atom, Constraint, SchemaNode } from './schema-node.ts'

/**
 * Whether a value exists for which all constraints hold: `none` is a proof that there is none, `some` has one, `maybe` is the
 * honest rest, perhaps with a value worth trying.
 */
export type Found =
  | { readonly is: 'none' }
  | { readonly is: 'some'; readonly value: Json }
  | { readonly is: 'maybe'; readonly value?: Json }

/** The proof that there is no such value. */
export const NONE: Found = { is: 'none' }

/** No proof and no value. */
export const MAYBE: Found = { is: 'maybe' }

/** A value that is certain, or only worth trying. */
export function found(value: Json, isCertain: boolean): Found {
  return { is: isCertain ? 'some' : 'maybe', value }
}

/** What the search for one kind of value may ask of the whole. */
export interface Finder {
  readonly budget: Budget
  readonly languages: Languages
  /** Finds a value for which all constraints hold. */
  find(constraints: readonly Constraint[]): Found
  /** Finds a property name. */
  findName(constraints: readonly Constraint[], atoms: readonly Atom[]): Found
  /** Whether the constraints hold for a value; undefined when that is unknown. */
  holds(constraints: readonly Constraint[], value: Json): boolean | undefined
  /** Asks the validation engine about one keyword; undefined when it refuses the keyword. */
  test(keyword: 'pattern' | 'format' | 'multipleOf', argument: string | number, value: Json): boolean | undefined
  /** The node of a schema without references. */
  node(schema: Schema): SchemaNode
}
