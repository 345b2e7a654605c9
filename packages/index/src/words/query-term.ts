/** A term that a message asks for, in its own words or in others. */
export interface QueryTerm {
  readonly term: string
  /** What a reader knows it by. */
  readonly word: string
  /** What it counts, from 0 to 1. */
  readonly weight: number
}
