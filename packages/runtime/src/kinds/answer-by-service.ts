import { type Action, type Contract, SkillError, type SkillResponse } from '@skillwright/contract'
import { contractOfDescriptor, type Descriptor, type InvocationEndpoint, readDescriptor } from '@skillwright/skill'
import { maskSecrets } from '../answer/mask-secrets.ts'
import { type Call, type Callee, DEFAULT_TIMEOUT_SECONDS } from '../call/call-envelope.ts'
import { within, withinCall } from '../call/within.ts'
import { encodeRequest } from '../remote/encode-params.ts'
import { exchange } from '../remote/exchange.ts'
import { findExecutionId, isExecutionId } from '../remote/execution-id.ts'
import { guardUrl } from '../remote/guard-address.ts'
import { type Network, type NetworkOptions, openNetwork } from '../remote/network.ts'
import { type Authorization, type AuthorizationSetup, openAuthorization } from '../remote/open-authorization.ts'
import { isPending, pollRun } from '../remote/poll-run.ts'
import { readLoosely, readRemoteAnswer } from '../remote/read-remote-answer.ts'
import { RemoteAnswer } from '../remote/remote-answer.ts'
import type { HttpRequest } from '../remote/send-request.ts'
import { type RetryPolicy, withRetries } from '../remote/with-retries.ts'
import type { RunEvent } from '../run-request.ts'

/** How services are called: credentials, allowed addresses, the circuit breaker. */
export interface ServiceSettings extends NetworkOptions, AuthorizationSetup {}

const DEFAULT_ATTEMPT_MS = 30_000
const POLL_ATTEMPTS = 3
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE'])

/** A skill that a service elsewhere answers for, as its descriptor says. */
export function serviceCallee(given: Descriptor, settings: ServiceSettings): Callee {
  const { descriptor, contract, action } = open(given)
  return {
    contract,
    // For everything together: attempts, waits, polling. What the descriptor says is for one attempt.
    timeoutSeconds: Math.max(DEFAULT_TIMEOUT_SECONDS, action.timeoutSeconds ?? 0),
    answer: async (call) => {
      const network = openNetwork(settings)
      const deadline = network.now() + call.leftMs()
      const response = await withinCall(call, (signal) =>
        perform(
          {
            descriptor,
            action: call.action ?? action,
            call,
            settings: { ...settings, ...call.options.remote },
            network,
            deadline,
          },
          signal,
        ),
      )
      return { response }
    },
  }
}

/** A call of a service. */
interface ServiceCall {
  readonly descriptor: Descriptor
  readonly action: Action
  readonly call: Call
  readonly settings: ServiceSettings
  readonly network: Network
  /** The moment, on the network's clock, after which nothing is waited for. */
  readonly deadline: number
}

async function perform(service: ServiceCall, signal: AbortSignal): Promise<SkillResponse> {
  const { descriptor, action, call, network, settings } = service
  const { metadata, options, secrets, params } = call
  const { endpoint, output } = descriptor
  const { method = 'POST', content_type = 'application/json', timeout_ms: timeoutMs = DEFAULT_ATTEMPT_MS } = endpoint
  const address = guardUrl(endpoint.url, network)
  const { url, headers, body } = await encodeRequest(params, endpoint, address, content_type)
  const authorization = await openAuthorization(descriptor, settings, { network, secrets, timeoutMs })
  const idempotency = IDEMPOTENT_METHODS.has(method) ? undefined : keyOf(call)
  const isRepeatable = IDEMPOTENT_METHODS.has(method) || idempotency !== undefined || action.idempotent
  const request: HttpRequest = {
    method,
    url,
    headers: { ...headers, ...options.trace, ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }) },
    ...(body === undefined ? {} : { body }),
  }
  let attempts = 0
  const onAttempt = () => {
    metadata.attempts = ++attempts
  }
  const sending: Sending = { service, authorization, timeoutMs, isRepeatable, onAttempt, signal }
  const answer = await send(request, sending)
  options.onStage?.('started')
  const reading = { action, contentType: output.content_type ?? 'application/json', signal, now: network.now }
  const accepted = await acceptedRun(answer, endpoint, signal)
  const noteRun = (id: unknown) => {
    if (typeof id === 'string' && isExecutionId(id)) metadata.execution_id = id
  }
  if (accepted === undefined) {
    const response = await readRemoteAnswer(answer, reading)
    // Whoever keeps runs is asked about this one by its own id, not by ours.
    if (endpoint.status_url !== undefined) noteRun(response.metadata?.run_id)
    return response
  }
  noteRun(accepted.id)
  const polling: Sending = {
    service,
    authorization,
    timeoutMs,
    isRepeatable: true,
    leastAttempts: POLL_ATTEMPTS,
    signal,
  }
  const get = async (text: string) => send({ method: 'GET', url: guardUrl(text, network), headers: {} }, polling)
  return pollRun(endpoint, accepted.id, { ...reading, network, get, onEvent: eventsOf(call) })
}

interface Sending {
  readonly service: ServiceCall
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
  const { service, authorization, timeoutMs, isRepeatable, leastAttempts = 1, onAttempt, signal } = sending
  const { endpoint } = service.descriptor
  const isHome = request.url.origin === new URL(endpoint.url).origin
  const authorize = isHome ? authorization.authorize : undefined
  const policy: RetryPolicy = {
    maxAttempts: Math.max(leastAttempts, endpoint.retry?.max_attempts ?? (endpoint.retry ? 3 : 1)),
    backoffMs: endpoint.retry?.backoff_ms ?? 1_000,
    isRepeatable,
    deadline: service.deadline,
    onRetry: (attempt, waitMs, why) => {
      const text = `${request.url.host}: attempt ${attempt} ended with ${why}, next in ${Math.round(waitMs)} ms`
      eventsOf(service.call)({ type: 'log', level: 'warning', text })
    },
  }
  const limit = { ms: timeoutMs, message: `${request.url.host} did not answer within ${timeoutMs} ms` }
  const attempt = () => {
    onAttempt?.()
    return within(limit, signal, (inner) => exchange(request, authorize, service.network, inner))
  }
  let answer = await withRetries(attempt, policy, service.network, signal)
  if (answer.status === 401 && isHome && authorization.renew())
    answer = await withRetries(attempt, policy, service.network, signal)
  return new RemoteAnswer(answer, service.call.secrets)
}

/** The id of a run that has only been accepted; undefined when the answer is the result itself. */
async function acceptedRun(
  answer: RemoteAnswer,
  endpoint: InvocationEndpoint,
  signal: AbortSignal,
): Promise<{ id: string | undefined } | undefined> {
  const asked = endpoint.status_url ?? endpoint.result_url
  // To a service that knows nothing of runs, 202 is an answer like others.
  if (asked === undefined && endpoint['x-request'] !== undefined) return undefined
  if (answer.status === 202) return { id: findExecutionId(await readLoosely(answer, signal), answer) }
  if ((answer.status !== 200 && answer.status !== 201) || asked === undefined) return undefined
  const body = await readLoosely(answer, signal)
  const id = findExecutionId(body, answer)
  return id !== undefined && isPending(body) ? { id } : undefined
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
