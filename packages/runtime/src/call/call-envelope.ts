import { randomUUID } from 'node:crypto'
import {
  type Action,
  type Contract,
  checkRequest,
  failed,
  inputError,
  type SchemaChecker,
  SkillError,
  type SkillResponse,
} from '@skillwright/contract'
import { maskSecrets } from '../answer/mask-secrets.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'
import type { RunQueue, Shutdown } from './run-queue.ts'
import { stopReason } from './stop-reason.ts'

/** What is called: what its calls are held to, and how this kind of skill answers one. */
export interface Callee {
  /** What input and output are held to; undefined where nothing is promised. */
  readonly contract: Contract | undefined
  /** How long a call may take when the caller does not say; what the contract says when absent, else document B's limit. */
  readonly timeoutSeconds: number | undefined
  /** Answers a call whose input was accepted. May throw: that is a failed response. */
  answer(call: Call): Promise<Answer>
}

/** A call whose input was accepted: all that a kind of skill needs to know to answer it. */
export interface Call {
  readonly runId: string
  /** The action by its name, which the wire always states. */
  readonly actionName: string
  /** What the contract says about the action. */
  readonly action: Action | undefined
  /** As the contract takes them. */
  readonly params: unknown
  readonly context: RunRequest['context']
  readonly options: RunOptions
  /** Ends the call beside the caller's own signal. */
  readonly shutdown: Shutdown | undefined
  /** The limit that is in force. */
  readonly timeoutSeconds: number
  /** How much of it is left, never less than nothing; the time in the queue is over. */
  leftMs(): number
  /** What the response will say about the call; a kind adds what it finds out. */
  readonly metadata: Record<string, unknown>
  /** Shown nowhere; a kind adds those that it uses itself. */
  readonly secrets: Set<string>
}

/** What a kind of skill answered: its own secrets masked in the data, and checked already where that was cheaper. */
export interface Answer {
  readonly response: SkillResponse
  readonly isChecked?: boolean
}

/** What the runtime provides to a call. */
export interface CallResources {
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
  /** Where the call waits for its turn, if it has to. */
  readonly queue?: RunQueue
  /** Ends it beside the caller's own signal. */
  readonly shutdown?: Shutdown
}

/** Document B's limit for a skill that states none. */
export const DEFAULT_TIMEOUT_SECONDS = 300

/**
 * The path of every call, for every caller and every kind of skill: wait for a turn, accept the input (migrate, validate, coerce),
 * answer, check the output, say what happened. Never throws: what goes wrong is in the response.
 */
export async function answerCall(
  open: () => Callee | Promise<Callee>,
  request: RunRequest,
  options: RunOptions,
  { now, queue, shutdown }: CallResources,
): Promise<SkillResponse> {
  const askedAt = now()
  const runId = options.runId ?? randomUUID()
  const metadata = firstMetadata(runId, request)
  const secrets = new Set(options.env === undefined ? [] : Object.values(options.env))
  let startedAt = askedAt
  let timeoutSeconds: number | undefined
  let hasPlace = false
  const finish = (response: SkillResponse): SkillResponse => {
    const told = {
      ...response,
      metadata: {
        ...(response.metadata && withoutReserved(response.metadata)),
        ...itemsCount(response.data),
        ...metadata,
        execution_time_ms: Math.round(now() - startedAt),
      },
    }
    if (secrets.size === 0) return told
    // The data was masked where it was read.
    const { data, ...rest } = told
    const masked = maskSecrets([...secrets]).value(rest)
    return data === undefined ? masked : { ...masked, data }
  }
  try {
    if (options.signal?.aborted) throw stopReason(options.signal)
    const opening = open()
    const callee = opening instanceof Promise ? await opening : opening
    const limit = timeoutOf(callee, request, options)
    timeoutSeconds = limit
    // Awaited only when there is something to wait for, here and below: every wait costs a warm call more than its checks.
    const turn = queue?.enter(options.principal ?? '', { signal: options.signal, timeoutMs: limit * 1_000 })
    if (turn !== undefined) await turn
    hasPlace = true
    startedAt = now()
    const { action: name, context, params } = checkRequest(request)
    const accepted = accept(callee.contract, { name, params }, options, metadata)
    options.onStage?.('accepted')
    const action = callee.contract?.action(name)
    const { response: answered, isChecked } = await callee.answer({
      runId,
      actionName: action?.name ?? name ?? 'run',
      action,
      params: accepted,
      context,
      options,
      shutdown,
      timeoutSeconds: limit,
      leftMs: () => Math.max(0, askedAt + limit * 1_000 - now()),
      metadata,
      secrets,
    })
    const response = withoutOurCodes(answered)
    return finish(isChecked ? response : checkOutput(action?.output, response))
  } catch (thrown) {
    return finish(failed(thrown, timeoutSeconds === undefined ? {} : { timeoutSeconds }))
  } finally {
    if (hasPlace) queue?.leave()
  }
}

/** A skill that says that there is no sandbox wants to be run without one; only we know, and then nothing answers. */
function withoutOurCodes(response: SkillResponse): SkillResponse {
  const { errors } = response
  if (!errors?.some(({ code }) => code === 'SANDBOX_UNAVAILABLE')) return response
  return {
    ...response,
    errors: errors.map(({ suggested_action, ...error }) =>
      error.code === 'SANDBOX_UNAVAILABLE'
        ? { ...error, code: 'TOOL_EXECUTION_FAILED' }
        : { ...error, ...(suggested_action === undefined ? {} : { suggested_action }) },
    ),
  }
}

// Metadata that only the runtime sets, also when it is empty.
const RESERVED = new Set(['request_id', 'coercions', 'migrations', 'passed_through', 'containment'])

/** What a skill says about its call, without what only the runtime can know: a skill must not be believed about its own sandbox. */
function withoutReserved(metadata: NonNullable<SkillResponse['metadata']>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !RESERVED.has(name)))
}

/** What the metadata of every response begins with: the run, and the caller's own name for the request (document B). */
function firstMetadata(runId: string, request: RunRequest): Record<string, unknown> {
  const requestId = request?.context?.request_id
  return typeof requestId === 'string' ? { run_id: runId, request_id: requestId } : { run_id: runId }
}

/** The parameters as the contract takes them; what was done to them goes into the metadata. Throws when they do not fit. */
function accept(
  contract: Contract | undefined,
  { name, params = {} }: { name: string | undefined; params: unknown },
  { version, policy }: RunOptions,
  metadata: Record<string, unknown>,
): unknown {
  if (contract === undefined) return params
  const { ok, value, issues, coercions, migrations, passedThrough } = contract.accept(params, {
    ...(name === undefined ? {} : { action: name }),
    ...(version === undefined ? {} : { version }),
    ...(policy === undefined ? {} : { policy }),
  })
  // Said in a refusal too: the issues name only what could not be repaired.
  if (coercions.length > 0) metadata.coercions = coercions
  if (!ok) throw inputError(issues)
  if (migrations.length > 0) metadata.migrations = migrations
  if (passedThrough !== undefined) metadata.passed_through = passedThrough
  return value
}

/** What the caller allows, else what agent.yaml or skill.json states, else the contract, else document B's default. */
function timeoutOf({ contract, timeoutSeconds }: Callee, request: RunRequest, options: RunOptions): number {
  const own = options.timeoutSeconds ?? timeoutSeconds
  if (own !== undefined || contract === undefined) return own ?? DEFAULT_TIMEOUT_SECONDS
  const [only, ...others] = contract.actions.values()
  const action = contract.actions.get(request?.action ?? '') ?? (others.length === 0 ? only : undefined)
  return action?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
}

/** How many items the data holds, for the metadata. */
function itemsCount(data: unknown): { items_count?: number } {
  if (Array.isArray(data)) return { items_count: data.length }
  const items = typeof data === 'object' && data !== null && 'items' in data ? data.items : undefined
  return Array.isArray(items) ? { items_count: items.length } : {}
}

/** The response if its data is what the contract promises, else a failed one. A partial success may have no data (document A). */
export function checkOutput(output: SchemaChecker | undefined, response: SkillResponse): SkillResponse {
  const { status, data = null } = response
  if (output === undefined || status === 'failed' || (status === 'partial_success' && data === null)) return response
  const { ok, value, issues } = output.check(data, { policy: 'strict' })
  if (ok) return value === data ? response : { ...response, data: value }
  return failed(
    new SkillError('INVALID_OUTPUT', `The answer breaks the contract: ${issues[0]?.message}`, {
      details: { validation_errors: issues },
    }),
  )
}
