import { ERROR_CODES, isErrorCode, responseCode } from './error-codes.ts'
import { isObject, preview } from './json.ts'
import {
  failed,
  isRecoverable,
  type ResponseError,
  type ResponseStatus,
  type SkillResponse,
  succeeded,
} from './response.ts'
import { SkillError } from './skill-error.ts'

/** What a skill prints on stdout (document B). */
export interface WireAnswer {
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
  // Fields that neither document defines are kept apart from the answer.
  if (unknown.length > 0) metadata.unknown_fields = Object.fromEntries(unknown)
  const shown = Object.keys(metadata).length > 0 ? metadata : undefined
  if (status === 'success') return succeeded(answer.data, shown, errors)
  return {
    status,
    ...(answer.data === undefined ? {} : { data: answer.data }),
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
