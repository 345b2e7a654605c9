/** What a rule's finding does to the verdict. */
export type Effect = 'block' | 'review' | 'note'

/** What kind of evidence it is; only different kinds add up. */
export type Family = 'delivery' | 'execution' | 'theft' | 'concealment' | 'identity' | 'intent' | 'package'

/** One thing the scanner knows to look for. */
export interface Rule {
  readonly family: Family
  readonly effect: Effect
  /** Its weight when several families have findings: 0, 1, 2, 4 or 8. */
  readonly weight: number
  readonly what: string
  readonly why: string
  readonly fix: string
}
