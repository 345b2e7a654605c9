import { join } from 'node:path'
import { failed, inputError, SkillError, type SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { LARGE_BYTES, readLargeAnswer } from '../answer/large-answers.ts'
import { maskSecrets, type SecretMask } from '../answer/mask-secrets.ts'
import { readAnswer } from '../answer/read-answer.ts'
import { type ChildResult, MAX_OUTPUT_BYTES, runChild } from '../answer/run-child.ts'
import type { Closing } from '../call/closing.ts'
import { MAX_TIMER_MS } from '../call/max-timer.ts'
import type { ContainmentLevel } from '../contain/containment-level.ts'
import { explainNetwork } from '../contain/explain-network.ts'
import type { Launch, LaunchSpec } from '../launch.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'

/** What a run needs of the runtime around it. */
export interface RunSetup {
  readonly runId: string
  readonly launch: Launch
  readonly containment: () => Promise<ContainmentLevel>
  readonly specFor: (skill: Skill, options: RunOptions) => Promise<LaunchSpec>
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
  /** Calls the run off when the runtime is closed. */
  readonly closing: Closing
  /** When the caller asked, on that clock: the time in the queue counts too. */
  readonly askedAt: number
}

const NO_SECRETS: readonly string[] = []

/** Document B's limit for a skill that states none. */
const DEFAULT_TIMEOUT_SECONDS = 300

/** Runs a skill's script once: input accepted, process run, answer read and checked. Never throws: what goes wrong is in the response. */
export async function runScript(
  skill: Skill,
  request: RunRequest,
  options: RunOptions,
  setup: RunSetup,
): Promise<SkillResponse> {
  const started = setup.now()
  const metadata = runMetadata(setup.runId, request)
  const secrets = options.env === undefined ? NO_SECRETS : Object.values(options.env)
  const mask = maskSecrets(secrets)
  const timeoutSeconds = timeoutOf(skill, request, options)
  const leftMs = () => setup.askedAt + timeoutSeconds * 1_000 - setup.now()
  try {
    const params = acceptParams(skill, request, options, metadata)
    options.onStage?.('accepted')
    const spec = await setup.specFor(skill, options)
    options.signal?.throwIfAborted()
    setup.closing.signal.throwIfAborted()
    if (leftMs() <= 0) throw new DOMException('timeout', 'TimeoutError')
    const child = await setup.launch(spec)
    const { kind, systemCallFilter } = await setup.containment()
    metadata.containment = { kind, system_call_filter: systemCallFilter }
    options.onStage?.('started')
    const result = await runChild(child, {
      input: JSON.stringify({ ...wireRequest(skill, request), params }),
      timeoutMs: leftMs(),
      signal: options.signal,
      closing: setup.closing,
      onEvent: options.onEvent,
      mask,
    })
    const judged = await judge(result, { skill, request, options, mask, secrets, closing: setup.closing, leftMs })
    const response = kind === 'none' ? judged : explainNetwork(judged, skill.permissions.network)
    return {
      ...response,
      metadata: { ...response.metadata, ...itemsCount(response.data), ...metadata, ...elapsed(started, setup) },
    }
  } catch (thrown) {
    return mask.value(failed(thrown, { timeoutSeconds, metadata: { ...metadata, ...elapsed(started, setup) } }))
  }
}

/** What the metadata of every response begins with: the run, and the caller's own name for the request (document B). */
export function runMetadata(runId: string, { context }: RunRequest): Record<string, unknown> {
  const requestId = context?.request_id
  return typeof requestId === 'string' ? { run_id: runId, request_id: requestId } : { run_id: runId }
}

/** The parameters as the contract takes them; what was done to them goes into the metadata. Throws when they do not fit. */
export function acceptParams(
  skill: Skill,
  request: RunRequest,
  options: RunOptions,
  metadata: Record<string, unknown>,
): unknown {
  const params = request.params ?? {}
  if (skill.contract === undefined) return params
  const accepted = skill.contract.accept(params, {
    ...(request.action === undefined ? {} : { action: request.action }),
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
  })
  // Said in a refusal too: the issues name only what could not be repaired.
  if (accepted.coercions.length > 0) metadata.coercions = accepted.coercions
  if (!accepted.ok) throw inputError(accepted.issues)
  if (accepted.migrations.length > 0) metadata.migrations = accepted.migrations
  if (accepted.passedThrough !== undefined) metadata.passed_through = accepted.passedThrough
  return accepted.value
}

/** The action by name, which the wire always states, and the context. */
function wireRequest(skill: Skill, request: RunRequest): { action: string; context?: unknown } {
  const action = request.action ?? skill.contract?.action().name ?? 'run'
  return { action, ...(request.context === undefined ? {} : { context: request.context }) }
}

interface Judging {
  readonly skill: Skill
  readonly request: RunRequest
  readonly options: RunOptions
  readonly mask: SecretMask
  readonly secrets: readonly string[]
  readonly closing: Closing
  readonly leftMs: () => number
}

function judge(result: ChildResult, judging: Judging): SkillResponse | Promise<SkillResponse> {
  const { ended, stdout } = result
  if (ended === 'timeout') throw new DOMException('timeout', 'TimeoutError')
  if (ended === 'cancel') throw new DOMException('cancelled', 'AbortError')
  if (ended === 'output') {
    throw new SkillError('OUTPUT_TOO_LARGE', `The skill printed more than ${MAX_OUTPUT_BYTES} bytes`, {
      details: { limit_bytes: MAX_OUTPUT_BYTES },
    })
  }
  const { skill, request, mask } = judging
  const output = skill.contract?.action(request.action).output
  if (stdout.length < LARGE_BYTES) return readAnswer(result, { mask, output })
  const { options, secrets, closing, leftMs } = judging
  const limit = AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(leftMs()))))
  const signal = AbortSignal.any([limit, closing.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const { exit, stderrTail } = result
  return readLargeAnswer({ stdout, exit, stderrTail, secrets, schema: output?.schema }, signal)
}

/** What the caller allows, else what agent.yaml or skill.json states, else the contract, else document B's default. */
export function timeoutOf(skill: Skill, request: RunRequest, options: RunOptions): number {
  const action =
    skill.contract?.actions.get(request.action ?? '') ??
    (skill.contract?.actions.size === 1 ? skill.contract.action() : undefined)
  return options.timeoutSeconds ?? skill.timeoutSeconds ?? action?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
}

/** How many items the data holds, for the metadata. */
export function itemsCount(data: unknown): { items_count?: number } {
  if (Array.isArray(data)) return { items_count: data.length }
  const items = typeof data === 'object' && data !== null && 'items' in data ? data.items : undefined
  return Array.isArray(items) ? { items_count: items.length } : {}
}

function elapsed(started: number, { now }: RunSetup): { execution_time_ms: number } {
  return { execution_time_ms: Math.round(now() - started) }
}

/** The absolute path of a skill's script. Throws when it has none. */
export function scriptOf(skill: Skill): string {
  if (skill.dir === undefined || skill.entry === undefined) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${skill.id} has no script to run`, {
      hint: 'Name one as entry in skill.json, or use the skill as a prompt',
    })
  }
  return join(skill.dir, skill.entry.path)
}
