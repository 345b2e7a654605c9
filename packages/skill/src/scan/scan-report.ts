import type { Finding } from '@skillwright/contract'
import type { Effect, Family } from './rule.ts'

/** What to do with a skill: install it, review it first, or refuse it. */
export type Verdict = 'pass' | 'review' | 'block'

/** How much harm is to be expected, separate from what to do. */
export type Risk = 'none' | 'low' | 'medium' | 'high' | 'critical'

/** Where a finding was seen. */
export interface ScanEvidence {
  readonly file: string
  readonly line: number
  /** The text, short and with keys cut. */
  readonly text: string
  /** Ways of hiding that were undone to read it. */
  readonly layers: readonly string[]
}

/** One thing the scanner noticed. */
export interface ScanFinding extends Finding {
  readonly effect: Effect
  readonly family: Family
  readonly evidence: readonly ScanEvidence[]
  /** The reason the author gives for allowing it; a blocking finding still needs review. */
  readonly suppressed?: string
}

/** What the scanner says about a package. */
export interface ScanReport {
  readonly verdict: Verdict
  readonly risk: Risk
  readonly findings: readonly ScanFinding[]
  /** False when something was not read to the end: then a pass is no promise. */
  readonly complete: boolean
  /** How many files were read. */
  readonly files: number
}
