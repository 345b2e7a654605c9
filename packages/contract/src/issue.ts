/** One reason why a value does not fit its schema. */
export interface Issue {
  /** JSON pointer to the place in the value; empty for the value itself. */
  readonly path: string
  /** The schema keyword that was broken. */
  readonly keyword: string
  /** JSON pointer to that keyword in the schema. */
  readonly schemaPath: string
  /** What was expected there, as a phrase: `an integer`, `one of "today", "24h"`. */
  readonly expected: string
  /** What came, as short JSON text. */
  readonly received: string
  /** The whole thing as one sentence. */
  readonly message: string
  /** What was probably meant: the nearest enum value or property name, or the move that would repair it. */
  readonly suggestion?: string
}
