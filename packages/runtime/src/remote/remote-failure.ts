import { type ErrorCode, retryAfterMs, SkillError } from '@skillwright/contract'
import type { RemoteAnswer } from './remote-answer.ts'

const CODES = new Map<number, ErrorCode>([
  [400, 'INVALID_INPUT'],
  [401, 'PERMISSION_DENIED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'DATA_NOT_FOUND'],
  [407, 'PERMISSION_DENIED'],
  [408, 'TOOL_TIMEOUT'],
  [410, 'DATA_NOT_FOUND'],
  [413, 'INPUT_TOO_LARGE'],
  [422, 'INVALID_INPUT'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [504, 'TOOL_TIMEOUT'],
])

/** The error that an HTTP status stands for, with the beginning of what the service said. */
export function remoteFailure(answer: RemoteAnswer, now: number): SkillError {
  const { status, headers, url } = answer
  const code = CODES.get(status) ?? (status >= 500 || status < 400 ? 'EXTERNAL_SERVICE_ERROR' : 'TOOL_EXECUTION_FAILED')
  const wait = retryAfterMs(headers['retry-after'], now)
  const said = answer.quote(500)
  return new SkillError(code, `${url.host} answered with HTTP ${status}`, {
    ...(status === 401 || status === 403 ? { hint: 'Check the credential, and what it may do there' } : {}),
    details: {
      http_status: status,
      ...(wait === undefined ? {} : { retry_after_seconds: Math.ceil(wait / 1_000) }),
      ...(said === '' ? {} : { answer: said }),
    },
  })
}
