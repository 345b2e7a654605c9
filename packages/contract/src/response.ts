import { ERROR_CODES, type ErrorCode, errorEntry, isErrorCode, responseCode } from './error-codes.ts'
import type { Issue } from './issue.ts'
import { isObject, preview } from './json.ts'
import { SkillError } from './skill-error.ts'

/** The answer for every caller; only the skill's own stdout differs (document A, 31.4). Its field names are what goes over HTTP and `--json`. */
export interface SkillResponse {
  readonly status: ResponseStatus
  readonly data?: unknown
  readonly errors?: readonly ResponseError[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** How a run ended. */
type ResponseStatus = 'success' | 'partial_success' | 'failed'

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
interface FailureContext {
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
function isRecoverable(code: string): boolean {
  return errorEntry(code).recoverable
}

/** What a skill prints on stdout (document B). */
interface WireAnswer {
  readonly success: boolean
  readonly action?: string
  readonly data?: unknown
  readonly message?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly error?: WireError
  /** Every error, when there is more than one or the success is partial. */
  readonly errors?: readonly WireError[]
}

/** An error on the wire: document B's name for the code, and document A's in `kind` where B has no name of its own for it. */
interface WireError {
  readonly code: string
  readonly message: string
  readonly kind?: string
  readonly recoverable?: boolean
  readonly suggested_action?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Turns what a skill printed, B's shape or A's, into a response. Anything else is a failed response with INVALID_OUTPUT. */
export function fromWire(answer: unknown): SkillResponse {
  if (!isObject(answer)) return invalid(answer)
  if (typeof answer.success === 'boolean') return read(answer, answer.success ? 'success' : 'failed')
  const status = answer.status
  if (status === 'success' || status === 'partial_success' || status === 'failed') return read(answer, status)
  return invalid(answer)
}

/** Turns a response into what a skill would print for it (document B). `fromWire` gives the same response back. */
export function toWire(response: SkillResponse, action?: string): WireAnswer {
  const errors = (response.errors ?? []).map(toWireError)
  const { message, ...metadata } = response.metadata ?? {}
  const [first] = errors
  return {
    success: response.status !== 'failed',
    ...(action === undefined ? {} : { action }),
    ...(response.data === undefined ? {} : { data: response.data }),
    ...(typeof message === 'string' ? { message } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(response.status === 'failed' && first ? { error: first } : {}),
    ...(errors.length > 1 || (response.status !== 'failed' && first) ? { errors } : {}),
  }
}

const KNOWN_FIELDS = new Set(['success', 'status', 'action', 'data', 'message', 'metadata', 'error', 'errors'])

function read(answer: Record<string, unknown>, status: ResponseStatus): SkillResponse {
  const errors = readErrors(answer)
  const metadata: Record<string, unknown> = isObject(answer.metadata) ? { ...answer.metadata } : {}
  if (typeof answer.message === 'string') metadata.message = answer.message
  const unknown = Object.entries(answer).filter(([key]) => !KNOWN_FIELDS.has(key))
  // Document A's 31.6 has an answer whose data stand beside its status: then all of it is what the contract describes.
  const isFlat = !('success' in answer) && !('data' in answer) && status !== 'failed' && unknown.length > 0
  // Other fields that neither document defines are kept apart from the answer.
  if (unknown.length > 0 && !isFlat) metadata.unknown_fields = Object.fromEntries(unknown)
  const data = isFlat ? answer : answer.data
  const shown = Object.keys(metadata).length > 0 ? metadata : undefined
  if (status === 'success') return succeeded(data, shown, errors)
  return {
    status,
    ...(data === undefined ? {} : { data }),
    errors: errors.length > 0 ? errors : [readError(undefined)],
    ...(shown === undefined ? {} : { metadata: shown }),
  }
}

function readErrors({ error, errors }: Record<string, unknown>): ResponseError[] {
  if (Array.isArray(errors) && errors.length > 0) return errors.map(readError)
  return error === undefined || error === null ? [] : [readError(error)]
}

function readError(error: unknown): ResponseError {
  if (!isObject(error)) {
    const message =
      typeof error === 'string'
        ? error
        : `The skill failed and gave no reason${error === undefined ? '' : `: ${preview(error)}`}`
    return { code: 'TOOL_EXECUTION_FAILED', message, recoverable: isRecoverable('TOOL_EXECUTION_FAILED') }
  }
  const { code, message, kind, recoverable, suggested_action, details, ...rest } = error
  const known = readCode(typeof kind === 'string' && isErrorCode(kind) ? kind : code)
  const allDetails = {
    ...rest,
    ...(isObject(details) ? details : details === undefined || details === null ? {} : { details }),
  }
  const action =
    typeof suggested_action === 'string'
      ? suggested_action
      : isErrorCode(known)
        ? ERROR_CODES[known].suggestedAction
        : undefined
  return {
    code: known,
    message: typeof message === 'string' ? message : `The skill failed with ${known}`,
    recoverable: typeof recoverable === 'boolean' ? recoverable : isRecoverable(known),
    ...(Object.keys(allDetails).length > 0 ? { details: allDetails } : {}),
    ...(action === undefined ? {} : { suggested_action: action }),
  }
}

function readCode(code: unknown): string {
  if (typeof code !== 'string' || code === '') return 'TOOL_EXECUTION_FAILED'
  return responseCode(code)
}

function toWireError(error: ResponseError): WireError {
  const { code, ...rest } = error
  const wire = isErrorCode(code) ? (ERROR_CODES[code].wire ?? code) : code
  return { code: wire, ...(readCode(wire) === code ? {} : { kind: code }), ...rest }
}

function invalid(answer: unknown): SkillResponse {
  return failed(
    new SkillError('INVALID_OUTPUT', `Expected an object with "success" or "status", got ${preview(answer)}`, {
      details: { received: preview(answer, 500) },
    }),
  )
}
