/** One reason why a value does not fit its schema. */
export interface Issue {
  /**
   * JSON pointer to the place in the value; empty for the value itself. A missing property is named by the place where
   * it should be, an unknown one by the place where it is.
   */
  readonly path: string
  /** The schema keyword that was broken; `false` where a schema takes nothing, `depth` for a value too deep to walk, `more` for the rest of a long list. */
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
