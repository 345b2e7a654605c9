import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import type { Finding } from './finding.ts'

/** What else is known about an error. */
export interface SkillErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  /** What to do; the table's suggested action when absent. */
  readonly hint?: string
  /** What a check noticed, when the error is that a document is wrong. */
  readonly findings?: readonly Finding[]
  readonly cause?: unknown
}

/** The one error every room throws on purpose. Anything else that is thrown is a bug. */
export class SkillError extends Error {
  override readonly name = 'SkillError'
  readonly code: ErrorCode
  readonly recoverable: boolean
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly hint: string
  readonly findings: readonly Finding[]

  constructor(code: ErrorCode, message: string, options: SkillErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.recoverable = ERROR_CODES[code].recoverable
    this.details = options.details
    this.hint = options.hint ?? ERROR_CODES[code].suggestedAction
    this.findings = options.findings ?? []
  }
}
