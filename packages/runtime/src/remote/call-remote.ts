import { randomUUID } from 'node:crypto'
import { type Action, type Contract, failed, inputError, SkillError, type SkillResponse } from '@skillwright/contract'
import { contractOfDescriptor, type Descriptor, readDescriptor } from '@skillwright/skill'
import { maskSecrets } from '../answer/mask-secrets.ts'
import type { RunEvent, RunOptions } from '../run-request.ts'
import { encodeParams } from './encode-params.ts'
import { exchange } from './exchange.ts'
import { findExecutionId, isExecutionId } from './execution-id.ts'
import { guardUrl } from './guard-address.ts'
import { type Network, type NetworkOptions, openNetwork } from './network.ts'
import { type Authorization, type AuthorizationSetup, openAuthorization } from './open-authorization.ts'
import { isPending, pollRun } from './poll-run.ts'
import { readLoosely, readRemoteAnswer } from './read-remote-answer.ts'
import { RemoteAnswer } from './remote-answer.ts'
import type { HttpRequest } from './send-request.ts'
import { type RetryPolicy, withRetries } from './with-retries.ts'
import { within } from './within.ts'

/** How a remote call is to be made. */
export interface RemoteOptions
  extends NetworkOptions,
    AuthorizationSetup,
    Pick<RunOptions, 'signal' | 'policy' | 'version' | 'onEvent' | 'onStage'> {
  /** For everything together: attempts, waits, polling. 300 seconds when absent, or one attempt's time where that is longer. */
  readonly timeoutSeconds?: number
  /** How much of that time is over already, in a queue. */
  readonly waitedMs?: number
  readonly runId?: string
  /** Names this call to the service however often it is sent; the run id when absent, false sends none. */
  readonly idempotencyKey?: string | false
}

const DEFAULT_TIMEOUT_SECONDS = 300
const DEFAULT_ATTEMPT_MS = 30_000
const POLL_ATTEMPTS = 3
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE'])

/** Calls a skill over HTTP as its descriptor says. Never throws: what goes wrong is in the response. */
export async function callRemote(
  descriptor: Descriptor,
  params: unknown,
  options: RemoteOptions = {},
): Promise<SkillResponse> {
  const { runId = randomUUID(), signal } = options
  const network = openNetwork(options)
  const started = network.now()
  const metadata: Record<string, unknown> = { run_id: runId }
  const secrets = new Set<string>()
  const finish = (response: SkillResponse): SkillResponse => {
    const time = { execution_time_ms: Math.round(network.now() - started) }
    // The data was masked when it was read.
    const { data, ...rest } = response
    const masked = maskSecrets([...secrets]).value({ ...rest, metadata: { ...rest.metadata, ...metadata, ...time } })
    return data === undefined ? masked : { ...masked, data }
  }
  try {
    const known = open(descriptor)
    const accepted = accept(known.contract, params, options, metadata)
    options.onStage?.('accepted')
    const seconds = options.timeoutSeconds ?? Math.max(DEFAULT_TIMEOUT_SECONDS, known.action.timeoutSeconds ?? 0)
    const limit = { ms: seconds * 1_000 - (options.waitedMs ?? 0), message: `Operation timed out after ${seconds}s` }
    const call = { ...known, options, runId, network, secrets, metadata, deadline: started + limit.ms }
    return finish(await within(limit, signal, (inner) => perform(call, accepted, inner)))
  } catch (thrown) {
    return finish(failed(thrown))
  }
}

interface Call {
  readonly descriptor: Descriptor
  readonly action: Action
  readonly options: RemoteOptions
  readonly runId: string
  readonly network: Network
  readonly secrets: Set<string>
  readonly metadata: Record<string, unknown>
  readonly deadline: number
}

async function perform(call: Call, params: unknown, signal: AbortSignal): Promise<SkillResponse> {
  const { descriptor, action, network, secrets, options } = call
  const { endpoint, output } = descriptor
  const { method = 'POST', content_type = 'application/json', timeout_ms: timeoutMs = DEFAULT_ATTEMPT_MS } = endpoint
  const address = guardUrl(endpoint.url, network)
  const { url, headers, body } = await encodeParams(params, method, address, content_type)
  const authorization = await openAuthorization(descriptor, options, { network, secrets, timeoutMs })
  const idempotency = IDEMPOTENT_METHODS.has(method) ? undefined : keyOf(call)
  const isRepeatable = IDEMPOTENT_METHODS.has(method) || idempotency !== undefined || action.idempotent
  const request: HttpRequest = {
    method,
    url,
    headers: { ...headers, ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }) },
    ...(body === undefined ? {} : { body }),
  }
  let attempts = 0
  const onAttempt = () => {
    call.metadata.attempts = ++attempts
  }
  const sending: Sending = { call, authorization, timeoutMs, isRepeatable, onAttempt, signal }
  const answer = await send(request, sending)
  options.onStage?.('started')
  const reading = { action, contentType: output.content_type ?? 'application/json', signal, now: network.now }
  const accepted = await acceptedRun(answer, endpoint.status_url ?? endpoint.result_url, signal)
  if (accepted === undefined) return readRemoteAnswer(answer, reading)
  if (accepted.id !== undefined && isExecutionId(accepted.id)) call.metadata.execution_id = accepted.id
  const polling: Sending = { call, authorization, timeoutMs, isRepeatable: true, leastAttempts: POLL_ATTEMPTS, signal }
  const get = async (text: string) => send({ method: 'GET', url: guardUrl(text, network), headers: {} }, polling)
  return pollRun(endpoint, accepted.id, { ...reading, network, get, onEvent: eventsOf(call) })
}

interface Sending {
  readonly call: Call
  readonly authorization: Authorization
  readonly timeoutMs: number
  readonly isRepeatable: boolean
  /** Even when the descriptor says nothing about retries. */
  readonly leastAttempts?: number
  readonly onAttempt?: () => void
  readonly signal: AbortSignal
}

/** Sends a request with its retries; a refused token is replaced once. The credential goes to the endpoint's origin only. */
async function send(request: HttpRequest, sending: Sending): Promise<RemoteAnswer> {
  const { call, authorization, timeoutMs, isRepeatable, leastAttempts = 1, onAttempt, signal } = sending
  const { endpoint } = call.descriptor
  const isHome = request.url.origin === new URL(endpoint.url).origin
  const authorize = isHome ? authorization.authorize : undefined
  const policy: RetryPolicy = {
    maxAttempts: Math.max(leastAttempts, endpoint.retry?.max_attempts ?? (endpoint.retry ? 3 : 1)),
    backoffMs: endpoint.retry?.backoff_ms ?? 1_000,
    isRepeatable,
    deadline: call.deadline,
    onRetry: (attempt, waitMs, why) => {
      const text = `${request.url.host}: attempt ${attempt} ended with ${why}, next in ${Math.round(waitMs)} ms`
      eventsOf(call)({ type: 'log', level: 'warning', text })
    },
  }
  const limit = { ms: timeoutMs, message: `${request.url.host} did not answer within ${timeoutMs} ms` }
  const attempt = () => {
    onAttempt?.()
    return within(limit, signal, (inner) => exchange(request, authorize, call.network, inner))
  }
  let answer = await withRetries(attempt, policy, call.network, signal)
  if (answer.status === 401 && isHome && authorization.renew())
    answer = await withRetries(attempt, policy, call.network, signal)
  return new RemoteAnswer(answer, call.secrets)
}

/** The id of a run that has only been accepted; undefined when the answer is the result itself. */
async function acceptedRun(
  answer: RemoteAnswer,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<{ id: string | undefined } | undefined> {
  if (answer.status === 202) return { id: findExecutionId(await readLoosely(answer, signal), answer) }
  if ((answer.status !== 200 && answer.status !== 201) || asked === undefined) return undefined
  const body = await readLoosely(answer, signal)
  const id = findExecutionId(body, answer)
  return id !== undefined && isPending(body) ? { id } : undefined
}

function accept(
  contract: Contract,
  params: unknown,
  { policy, version }: RemoteOptions,
  metadata: Record<string, unknown>,
): unknown {
  const accepted = contract.accept(params ?? {}, {
    ...(version === undefined ? {} : { version }),
    ...(policy === undefined ? {} : { policy }),
  })
  // Said in a refusal too: the issues name only what could not be repaired.
  if (accepted.coercions.length > 0) metadata.coercions = accepted.coercions
  if (!accepted.ok) throw inputError(accepted.issues)
  if (accepted.migrations.length > 0) metadata.migrations = accepted.migrations
  return accepted.value
}

function keyOf({ options: { idempotencyKey }, runId }: Call): string | undefined {
  if (idempotencyKey === false) return undefined
  const key = idempotencyKey ?? runId
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new SkillError('INVALID_INPUT', 'Expected an idempotency key of 1 to 255 visible ASCII characters')
}

function eventsOf({ options, secrets }: Call): (event: RunEvent) => void {
  return (event) => options.onEvent?.(maskSecrets([...secrets]).value(event))
}

interface OpenDescriptor {
  readonly descriptor: Descriptor
  readonly contract: Contract
  readonly action: Action
}

// Compiling the contract costs more than the call; a descriptor is mostly called again.
const opened = new WeakMap<Descriptor, OpenDescriptor>()

function open(given: Descriptor): OpenDescriptor {
  const known = opened.get(given)
  if (known !== undefined) return known
  const descriptor = readDescriptor(given)
  const contract = contractOfDescriptor(descriptor)
  const fresh = { descriptor, contract, action: contract.action() }
  opened.set(given, fresh)
  return fresh
}
