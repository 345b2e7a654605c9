import { type Finding, isErrorCode, isObject, retryAfterMs, SkillError } from '@skillwright/contract'
import type { OperationConfig } from '../operations/operation.ts'
import { notAHub } from './not-a-hub.ts'

/** What a hub refused, as the error it is: with the code, the hint and the findings of its problem document. */
export function refusalOf(
  from: string,
  { status, headers, type }: Response,
  text: string,
  { rate }: OperationConfig,
): SkillError {
  // A browser does not tell a page where it is sent on to.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new SkillError(
      'EXTERNAL_SERVICE_ERROR',
      `${from} sends us on to ${headers.get('location') ?? 'elsewhere'}`,
      {
        hint: 'Use the address it names, if it is the hub you mean: your token is not sent there by itself',
      },
    )
  const { code, detail, hint, findings, ...details } = readRefusal(text)
  if (typeof code !== 'string' || !isErrorCode(code) || typeof detail !== 'string')
    return status === 429 || status === 503
      ? new SkillError('SERVICE_UNAVAILABLE', `${from} answered ${status}`, { details: waitOf(headers) })
      : notAHub(`${from} answered ${status} without a reason`)
  if (code === 'INTERNAL_ERROR')
    return new SkillError('EXTERNAL_SERVICE_ERROR', `${from} failed: ${detail}`, {
      hint: `Tell its operator the number of the request: ${details.request_id}`,
    })
  return new SkillError(code, detail, {
    ...(code === 'AUTHENTICATION_REQUIRED' && rate !== 'login'
      ? { hint: `Sign in: skillwright login ${from}` }
      : hintOf(hint)),
    ...(Array.isArray(findings) ? { findings: findings.filter(isFinding) } : {}),
    details: { ...waitOf(headers), ...details },
  })
}

function hintOf(hint: unknown): { readonly hint?: string } {
  return typeof hint === 'string' ? { hint } : {}
}

/** A problem document; or the response of a call that failed, read as one. */
function readRefusal(text: string): Readonly<Record<string, unknown>> {
  const problem = parseObject(text)
  const [first] = Array.isArray(problem.errors) ? problem.errors : []
  if (problem.status !== 'failed' || !isObject(first)) return problem
  const { code, message, details, suggested_action } = first
  return { ...(isObject(details) ? details : {}), code, detail: message, hint: suggested_action }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** How long to wait before it is asked again. */
function waitOf(headers: Headers): { readonly retry_after_seconds?: number } {
  const ms = retryAfterMs(headers.get('retry-after'), Date.now())
  return ms === undefined ? {} : { retry_after_seconds: Math.ceil(ms / 1_000) }
}

function isFinding(value: unknown): value is Finding {
  return (
    isObject(value) &&
    typeof value.rule === 'string' &&
    typeof value.message === 'string' &&
    (value.severity === 'error' || value.severity === 'warning' || value.severity === 'info')
  )
}
