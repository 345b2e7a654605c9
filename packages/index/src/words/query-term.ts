/** A term to search for: of the message, a translation or a synonym. */
export interface QueryTerm {
  readonly term: string
  /** The word shown to readers. */
  readonly word: string
  /** Its weight, from 0 to 1. */
  readonly weight: number
}
