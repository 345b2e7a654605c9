/** How much a finding matters: an error stops, a warning should be read, an info is advice. */
export type Severity = 'error' | 'warning' | 'info'

/** One thing a check noticed, and what to do about it. */
export interface Finding {
  /** Stable id of the rule, `room/name`, such as `contract/closed-object`. */
  readonly rule: string
  readonly severity: Severity
  /** What was expected and what is there. */
  readonly message: string
  /** JSON pointer to the place, in documents that have one. */
  readonly pointer?: string
  readonly file?: string
  readonly line?: number
  /** Why it matters to users of the skill. */
  readonly why?: string
  /** What to do. */
  readonly fix?: string
}
