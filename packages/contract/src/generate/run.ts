import type { Schema } from '../schema.ts'
import type { Plan } from './plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What a maker answers when no value can be made. */
export const NOTHING = Symbol('nothing')

/** What kind of value is wanted: the least, as much as possible, anything, or one that a person would show. */
export type Mode = 'small' | 'large' | 'mixed' | 'example'

/** Deeper than this, only what must be there is made. */
export const SOFT_DEPTH = 5
/** Deeper than this, nothing is made: the recursion has no end, or none that was found. */
export const HARD_DEPTH = 200

/** One attempt to make a value. It ends for certain: every step costs fuel. */
export interface Run {
  readonly plan: Plan
  readonly random: SeededRandom
  readonly mode: Mode
  /** True to make sure that exactly one branch of a `oneOf` fits, rather than to try and see. */
  readonly exact: boolean
  /** Steps left. */
  fuel: number
  /** Remembers why nothing could be made. */
  blame(reason: string): void
  /** A value that fits all the schemas, or NOTHING. `name` is the property it is for. */
  make(schemas: readonly Schema[], depth: number, name?: string): unknown
  /** The indices of a list's entries, those used least so far first. */
  order(list: object, length: number): number[]
  /** Counts an entry as used. */
  use(list: object, index: number): void
}
