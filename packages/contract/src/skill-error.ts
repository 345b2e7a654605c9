import { type ErrorCode, errorEntry } from './error-codes.ts'
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
  /** Also one of another copy of this room: the bundled command line has its own, and the hub it starts another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one asks for its own objects alone.
    if (this !== SkillError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return value instanceof Error && value.name === 'SkillError' && 'code' in value && 'findings' in value
  }

  override readonly name = 'SkillError'
  /** A code of the table, document B's name for one, or a skill's own. */
  readonly code: ErrorCode | (string & {})
  readonly recoverable: boolean
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly hint: string
  readonly findings: readonly Finding[]

  constructor(code: ErrorCode | (string & {}), message: string, options: SkillErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    const { recoverable, suggestedAction } = errorEntry(code)
    this.code = code
    this.recoverable = recoverable
    this.details = options.details
    this.hint = options.hint ?? suggestedAction
    this.findings = options.findings ?? []
  }
}
