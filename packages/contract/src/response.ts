import { type ErrorCode, errorEntry, responseCode } from './error-codes.ts'
import type { Issue } from './issue.ts'
import { SkillError } from './skill-error.ts'

/** The answer for every caller; only the skill's own stdout differs (document A, 31.4). Its field names are what goes over HTTP and `--json`. */
export interface SkillResponse {
  readonly status: ResponseStatus
  readonly data?: unknown
  readonly errors?: readonly ResponseError[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** How a run ended. */
export type ResponseStatus = 'success' | 'partial_success' | 'failed'

/** One error of a response. */
export interface ResponseError {
  /** A code of the table, or a skill's own. */
  readonly code: string
  readonly message: string
  readonly recoverable: boolean
  readonly details?: Readonly<Record<string, unknown>>
  readonly suggested_action?: string
}

/** An answer with data; `partial_success` when errors came with it. */
export function succeeded(
  data: unknown,
  metadata?: Readonly<Record<string, unknown>>,
  errors: readonly ResponseError[] = [],
): SkillResponse {
  return {
    status: errors.length > 0 ? 'partial_success' : 'success',
    ...(data === undefined ? {} : { data }),
    ...(errors.length > 0 ? { errors } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/** What a caller knows about the call that failed. */
export interface FailureContext {
  /** The limit that was in force, for the message of a timeout. */
  readonly timeoutSeconds?: number
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Turns whatever was thrown into a failed response, as document A's 31.4 does. */
export function failed(thrown: unknown, context: FailureContext = {}): SkillResponse {
  return {
    status: 'failed',
    errors: [toResponseError(thrown, context)],
    ...(context.metadata === undefined ? {} : { metadata: context.metadata }),
  }
}

/** The error to throw when an input failed its check: the most exact code that covers every issue. */
export function inputError(issues: readonly Issue[]): SkillError {
  const message =
    issues.length === 1
      ? (issues[0]?.message ?? '')
      : `${issues.length} problems: ${issues.map((i) => i.message).join('; ')}`
  return new SkillError(codeOf(issues), message, { details: { validation_errors: issues } })
}

const RANGE_KEYWORDS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
])

function codeOf(issues: readonly Issue[]): ErrorCode {
  if (issues.every((issue) => issue.keyword === 'required')) return 'MISSING_REQUIRED_PARAM'
  if (issues.every((issue) => RANGE_KEYWORDS.has(issue.keyword))) return 'PARAM_OUT_OF_RANGE'
  return 'INVALID_INPUT'
}

function toResponseError(thrown: unknown, { timeoutSeconds }: FailureContext): ResponseError {
  if (thrown instanceof SkillError) return fromSkillError(thrown)
  const name = nameOf(thrown)
  if (name === 'TimeoutError') {
    const error = new SkillError('TOOL_TIMEOUT', `Operation timed out after ${timeoutSeconds ?? '?'}s`)
    return fromSkillError(error)
  }
  if (name === 'AbortError') return fromSkillError(new SkillError('CANCELLED', 'The operation was cancelled'))
  // The message of an unknown exception may hold secrets or paths, so only its name goes out.
  return fromSkillError(
    new SkillError('INTERNAL_ERROR', 'An unexpected error occurred', { details: { exception_type: name } }),
  )
}

function fromSkillError(error: SkillError): ResponseError {
  const details = { ...error.details, ...(error.findings.length > 0 ? { findings: error.findings } : {}) }
  const wait = error.details?.retry_after_seconds
  return {
    code: responseCode(error.code),
    message: error.message,
    recoverable: error.recoverable,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    suggested_action:
      error.code === 'RATE_LIMIT_EXCEEDED' && typeof wait === 'number'
        ? `Please wait ${wait}s before retrying`
        : error.hint,
  }
}

function nameOf(thrown: unknown): string {
  if (thrown instanceof Error || (typeof DOMException !== 'undefined' && thrown instanceof DOMException))
    return thrown.name
  return thrown === null ? 'null' : typeof thrown
}

/** True for a code whose table entry says that trying again can help. */
export function isRecoverable(code: string): boolean {
  return errorEntry(code).recoverable
}
