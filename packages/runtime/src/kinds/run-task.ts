import { failed, SkillError, type SkillResponse, succeeded } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { checkOutput } from '../call/check-output.ts'
import { MAX_TIMER_MS } from '../call/max-timer.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'
import { acceptParams, itemsCount, runMetadata, timeoutOf } from './run-script.ts'
import type { TaskBoard } from './task-board.ts'

/** What a task needs of the runtime around it. */
export interface TaskSetup {
  readonly runId: string
  readonly board: TaskBoard
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
}

/** Asks a person, or another agent, and waits for the result. Never throws: what goes wrong is in the response. */
export async function runTask(
  skill: Skill,
  request: RunRequest,
  options: RunOptions,
  { runId, board, now }: TaskSetup,
): Promise<SkillResponse> {
  const started = now()
  const metadata = runMetadata(runId, request)
  const elapsed = () => ({ execution_time_ms: Math.round(now() - started) })
  const timeoutSeconds = timeoutOf(skill, request, options)
  try {
    const params = acceptParams(skill, request, options, metadata)
    const response = await askAndWait(skill, request, options, { params, board, metadata, timeoutSeconds })
    const checked = checkOutput(skill.contract?.action(request.action).output, response)
    return { ...checked, metadata: { ...itemsCount(checked.data), ...metadata, ...elapsed() } }
  } catch (thrown) {
    return failed(thrown, { timeoutSeconds, metadata: { ...metadata, ...elapsed() } })
  }
}

interface Asked {
  readonly params: unknown
  readonly board: TaskBoard
  readonly metadata: Record<string, unknown>
  readonly timeoutSeconds: number
}

async function askAndWait(
  skill: Skill,
  request: RunRequest,
  { signal, principal = '', onEvent }: RunOptions,
  { params, board, metadata, timeoutSeconds }: Asked,
): Promise<SkillResponse> {
  signal?.throwIfAborted()
  const action = skill.contract?.action(request.action)
  const timeoutMs = Math.min(timeoutSeconds * 1_000, MAX_TIMER_MS)
  const task = await board.create({
    skillId: skill.id,
    action: action?.name ?? request.action ?? 'run',
    description: action?.description ?? skill.description,
    params,
    context: request.context ?? {},
    principal,
    output: action?.output.schema ?? true,
    timeoutMs,
  })
  metadata.task_id = task.id
  onEvent?.({ type: 'log', level: 'info', text: `Waiting for task ${task.id}: ${task.description}` })
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new DOMException('timeout', 'TimeoutError')), timeoutMs)
  try {
    const ended = await board.outcome(task.id, signal ? AbortSignal.any([signal, timer.signal]) : timer.signal)
    if ('data' in ended) return succeeded(ended.data)
    return failed(new SkillError('CANCELLED', ended.cancelled))
  } catch (thrown) {
    // Nobody waits any more, so nobody should start on it; it may also have ended at this very moment.
    await board.cancel(task.id, 'Nobody waits for it any more').catch(() => undefined)
    throw thrown
  } finally {
    clearTimeout(timeout)
  }
}
