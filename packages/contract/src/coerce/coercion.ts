/** One repair of a value, as reported to the caller. */
export interface Coercion {
  /** JSON pointer to the place in the value that was sent. */
  readonly path: string
  readonly from: unknown
  /** What it became; absent when the property was dropped. Of a `key-spelling` both are the key itself. */
  readonly to?: unknown
  readonly rule: CoercionRule
}

/** The names of the repairs there are. */
export type CoercionRule =
  | 'string-to-number'
  | 'string-to-boolean'
  | 'wrap-in-array'
  | 'parse-json'
  | 'split-list'
  | 'keys-to-list'
  | 'unwrap'
  | 'enum-spelling'
  | 'key-spelling'
  | 'text-notation'
  | 'text-to-null'
  | 'drop-null'
