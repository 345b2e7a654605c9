/** One repair of a value, as reported to the caller. */
export interface Coercion {
  /** JSON pointer to the place in the value that was sent. */
  readonly path: string
  readonly from: unknown
  /** What it became; absent when the property was dropped. */
  readonly to?: unknown
  readonly rule: CoercionRule
}

/** The names of the repairs there are. */
export type CoercionRule =
  | 'string-to-number'
  | 'string-to-boolean'
  | 'wrap-in-array'
  | 'parse-json'
  | 'enum-spelling'
  | 'drop-null'
