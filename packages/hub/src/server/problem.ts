import { ERROR_CODES, type SkillError } from '@skillwright/contract'

/** An error as it is sent: a problem document (RFC 9457) with a code of our table. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly hint: string
  readonly request_id: string
}

/** The media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json'

/** Writes an error as a problem document; its details become further members. */
export function problemOf(
  error: SkillError,
  requestId: string,
  { status = ERROR_CODES[error.code].status }: { readonly status?: number } = {},
): Problem {
  return {
    ...error.details,
    type: `urn:skillwright:error:${error.code}`,
    title: ERROR_CODES[error.code].meaning,
    status,
    detail: error.message,
    code: error.code,
    hint: error.hint,
    ...(error.findings.length > 0 ? { findings: error.findings } : {}),
    request_id: requestId,
  }
}

/** A problem document for OpenAPI. */
export const PROBLEM_SCHEMA = {
  $id: 'Problem',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    hint: { type: 'string' },
    findings: { type: 'array', items: { type: 'object', additionalProperties: true } },
    request_id: { type: 'string' },
  },
} as const
