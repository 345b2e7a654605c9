import {
  type Action,
  failed,
  fromWire,
  isObject,
  SkillError,
  type SkillResponse,
  succeeded,
} from '@skillwright/contract'
import { remoteFailure } from './remote-failure.ts'
import type { HttpAnswer } from './send-request.ts'

/** The value in the body of an answer: JSON, or text where the descriptor promises text. Undefined when it is empty. Throws INVALID_OUTPUT. */
export function parseBody(answer: HttpAnswer, contentType = 'application/json'): unknown {
  const text = decode(answer)
  if (/^text\//i.test(contentType) && !/json/i.test(answer.headers['content-type'] ?? '')) return text
  if (text.trim() === '') return undefined
  try {
    return checkValue(JSON.parse(text), answer)
  } catch (thrown) {
    if (thrown instanceof SkillError) throw thrown
    const shown = JSON.stringify(text.trim().slice(0, 120))
    throw new SkillError('INVALID_OUTPUT', `${answer.url.host} answered with something else than JSON: ${shown}`, {
      details: { http_status: answer.status },
    })
  }
}

/** Turns a final answer into a response: our shape, document B's, or bare data. */
export function readRemoteAnswer(answer: HttpAnswer, action: Action, contentType: string, now: number): SkillResponse {
  if (answer.status >= 200 && answer.status < 300) return toResponse(parseBody(answer, contentType), action)
  // How long to wait stands in the header, so a limit is always told in our own words.
  const own = answer.status === 429 ? undefined : ownFailure(answer)
  return own ?? failed(remoteFailure(answer, now))
}

/** Turns the value of an answer into a response, its data checked against what the contract promises. */
export function toResponse(value: unknown, action: Action): SkillResponse {
  const response = isEnvelope(value, action) ? fromWire(value) : succeeded(value)
  if (response.status === 'failed') return response
  if (response.status === 'partial_success' && response.data === undefined) return response
  const { ok, value: data, issues } = action.output.check(response.data ?? null, { policy: 'strict' })
  if (ok) return { ...response, data }
  throw new SkillError('INVALID_OUTPUT', `The answer breaks the contract: ${issues[0]?.message}`, {
    details: { validation_errors: issues },
  })
}

const ENVELOPE_KEYS = new Set(['success', 'status', 'action', 'data', 'message', 'metadata', 'error', 'errors'])
const STATUSES = new Set<unknown>(['success', 'partial_success', 'failed'])

/** True for an answer wrapped as ours or as document B's; data that merely looks so, and is promised so, is data. */
function isEnvelope(value: unknown, action: Action): boolean {
  if (!isObject(value) || !Object.keys(value).every((key) => ENVELOPE_KEYS.has(key))) return false
  const mark = typeof value.success === 'boolean' ? 'success' : STATUSES.has(value.status) ? 'status' : undefined
  if (mark === undefined) return false
  const { schema } = action.output
  const promised = isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, mark)
  return !(promised && action.output.check(value, { policy: 'strict' }).ok)
}

/** What the service itself says about a failure, when it says it in a shape we know. */
function ownFailure(answer: HttpAnswer): SkillResponse | undefined {
  try {
    const value = parseBody(answer)
    if (!isObject(value) || (value.success !== false && value.status !== 'failed')) return undefined
    const response = fromWire(value)
    return { ...response, metadata: { ...response.metadata, http_status: answer.status } }
  } catch {
    return undefined
  }
}

const MAX_DEPTH = 1_000

/** Refuses what JSON text can say and no caller could work with: endless nesting, and numbers that became Infinity. */
function checkValue(root: unknown, { url }: HttpAnswer): unknown {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new SkillError('INVALID_OUTPUT', `${url.host} answered with JSON nested more than ${MAX_DEPTH} deep`)
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new SkillError('INVALID_OUTPUT', `${url.host} answered with a number too large to be kept`)
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) next.push(inner)
    }
    level = next
  }
  return root
}

function decode({ body, url }: HttpAnswer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new SkillError('INVALID_OUTPUT', `${url.host} answered with bytes that are not UTF-8`)
  }
}
