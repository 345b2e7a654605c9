/** A term that a message asks for. */
export interface WantedTerm {
  readonly term: string
  /** What it counts, from 0 to 1. */
  readonly weight: number
  /** What a reader knows it by. */
  readonly word: string
  /** The word of the message that it stands in for, when that is another. */
  readonly from?: string
}
