import { type Action, failed, fromWire, isObject, type SkillResponse, succeeded } from '@skillwright/contract'
import type { BodyValue, RemoteAnswer } from './remote-answer.ts'
import { remoteFailure } from './remote-failure.ts'

/** What reading a service's answers needs of the call around it. */
export interface RemoteReading {
  readonly action: Action
  /** What the descriptor says its answers are. */
  readonly contentType: string
  readonly signal: AbortSignal
  readonly now: () => number
}

/** Turns a final answer into a response: our shape, document B's, or bare data. */
export async function readRemoteAnswer(answer: RemoteAnswer, reading: RemoteReading): Promise<SkillResponse> {
  const { action, contentType, signal, now } = reading
  if (answer.status >= 200 && answer.status < 300) return toResponse(await answer.read(signal, contentType), action)
  // How long to wait stands in the header, so a rate limit always gets our own message.
  const own = answer.status === 429 ? undefined : await ownFailure(answer, signal)
  return own ?? failed(remoteFailure(answer, now()))
}

/** Turns the value of an answer into a response, and says what was rounded. */
export function toResponse({ value, rounded }: BodyValue, action: Action): SkillResponse {
  const response = isEnvelope(value, action) ? fromWire(value) : succeeded(value)
  if (response.status === 'failed') return response
  const metadata = rounded.length === 0 ? response.metadata : { ...response.metadata, rounded_numbers: rounded }
  return metadata === undefined ? response : { ...response, metadata }
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
async function ownFailure(answer: RemoteAnswer, signal: AbortSignal): Promise<SkillResponse | undefined> {
  const value = await readLoosely(answer, signal)
  if (!isObject(value) || (value.success !== false && value.status !== 'failed')) return undefined
  const response = fromWire(value)
  return { ...response, metadata: { ...response.metadata, http_status: answer.status } }
}

/** The JSON value of an answer; undefined when it has none. */
export async function readLoosely(answer: RemoteAnswer, signal: AbortSignal): Promise<unknown> {
  try {
    return (await answer.read(signal)).value
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
