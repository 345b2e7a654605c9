import { fromWire, isObject, retryAfterMs, SkillError, type SkillResponse } from '@skillwright/contract'
import type { InvocationEndpoint } from '@skillwright/skill'
import type { RunEvent } from '../run-request.ts'
import { fillExecutionId } from './execution-id.ts'
import type { Network } from './network.ts'
import { type RemoteReading, readLoosely, readRemoteAnswer, toResponse } from './read-remote-answer.ts'
import type { RemoteAnswer } from './remote-answer.ts'

/** What polling needs of the call around it. */
interface Polling extends RemoteReading {
  readonly network: Network
  /** Fetches a URL, with the credential only where it belongs. */
  readonly get: (url: string) => Promise<RemoteAnswer>
  readonly onEvent: (event: RunEvent) => void
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 10_000
const MAX_POLLS = 1_000
const DONE = new Set(['success', 'succeeded', 'partial_success', 'completed', 'complete', 'done', 'finished'])
const FAILED = new Set([
  'failed',
  'failure',
  'error',
  'cancelled',
  'canceled',
  'aborted',
  'expired',
  'rejected',
  'timeout',
])

/** Waits for a run that a service accepted and gives its result. Ends with the signal, or after a thousand questions. */
export async function pollRun(
  { status_url, result_url }: InvocationEndpoint,
  id: string | undefined,
  polling: Polling,
): Promise<SkillResponse> {
  const { network, signal, get } = polling
  const asked = status_url ?? result_url
  if (asked === undefined)
    throw new SkillError(
      'INVALID_OUTPUT',
      'The service accepted the call and the descriptor has no status_url or result_url',
    )
  const url = fillExecutionId(asked, id)
  const resultUrl = result_url === undefined || status_url === undefined ? undefined : fillExecutionId(result_url, id)
  let wait = FIRST_WAIT_MS
  for (let poll = 1; poll <= MAX_POLLS; poll++) {
    const answer = await get(url)
    const response = await readPoll(answer, resultUrl, polling)
    if (response !== undefined) return response
    const told = retryAfterMs(answer.headers['retry-after'], network.now()) ?? 0
    // Half fixed, half random: many waiting callers spread out, and none polls too fast.
    await network.sleep(Math.max(told, wait / 2 + (network.random() * wait) / 2), signal)
    wait = Math.min(MAX_WAIT_MS, wait * 1.5)
  }
  throw new SkillError('TOOL_TIMEOUT', `The run was not finished after it was asked for ${MAX_POLLS} times`)
}

/** The response when the run has ended; undefined while it goes on. */
async function readPoll(
  answer: RemoteAnswer,
  resultUrl: string | undefined,
  polling: Polling,
): Promise<SkillResponse | undefined> {
  const { action, contentType, signal, get, onEvent } = polling
  if (answer.status === 425) return undefined
  if (answer.status < 200 || answer.status >= 300) return readRemoteAnswer(answer, polling)
  // A 202 means "not yet" whatever stands in it.
  const read =
    answer.status === 202
      ? { value: await readLoosely(answer, signal), rounded: [] }
      : await answer.read(signal, contentType)
  const { value: body } = read
  const state = stateOf(body)
  reportProgress(body, onEvent)
  if (isObject(body) && FAILED.has(state)) return fromWire({ ...failureOf(body, state), success: false })
  if (answer.status === 202 || (state !== '' && !DONE.has(state))) return undefined
  if (resultUrl !== undefined) return readRemoteAnswer(await get(resultUrl), polling)
  if (state === '' || !isObject(body)) return toResponse(read, action)
  const value = 'data' in body ? envelopeOf(body) : (body.result ?? body.output ?? body)
  return toResponse({ ...read, value }, action)
}

function stateOf(body: unknown): string {
  const state = isObject(body) ? (body.status ?? body.state) : undefined
  return typeof state === 'string' ? state.toLowerCase().replaceAll(/[ -]/g, '_') : ''
}

/** True for the body of an answer that says, by its words, that the run has only begun. */
export function isPending(body: unknown): boolean {
  const state = stateOf(body)
  return /^(accepted|queued|pending|scheduled|started|starting|running|processing|in_progress)$/.test(state)
}

function failureOf(body: Record<string, unknown>, state: string): Record<string, unknown> {
  const { error, errors, data, metadata, message } = body
  const known = Object.entries({ errors, data, metadata }).filter(([, value]) => value !== undefined)
  const said = typeof message === 'string' ? message : `The run ended as ${state}`
  return { ...Object.fromEntries(known), ...(errors === undefined ? { error: error ?? said } : {}) }
}

function envelopeOf({ data, errors, metadata, message, status }: Record<string, unknown>): Record<string, unknown> {
  const fields = { data, errors, metadata, message }
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { status: status === 'partial_success' ? status : 'success', ...Object.fromEntries(known) }
}

function reportProgress(body: unknown, onEvent: (event: RunEvent) => void): void {
  if (!isObject(body)) return
  const { progress, percent = progress, message } = body
  if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100)) return
  const done = percent > 1 ? percent / 100 : percent
  onEvent({ type: 'progress', done, ...(typeof message === 'string' ? { message: message.slice(0, 1_000) } : {}) })
}
