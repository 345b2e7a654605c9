import { randomUUID } from 'node:crypto'
import { openSchema, type Schema, SkillError } from '@skillwright/contract'

/** Work for a person or another agent. */
export interface Task extends NewTask {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** When the caller stops waiting; milliseconds since 1970. */
  readonly expiresAt: number
}

/** What a task asks of the person or agent that does it. */
export interface NewTask {
  readonly skillId: string
  readonly action: string
  /** What to do, for people. */
  readonly description: string
  readonly params: unknown
  readonly context: Readonly<Record<string, unknown>>
  /** On whose behalf. */
  readonly principal: string
  /** What the result must be. */
  readonly output: Schema
  /** How long the caller waits for it. */
  readonly timeoutMs: number
  /** The run that waits for it. */
  readonly runId: string
}

/** How a task ended: with a result that fits, or cancelled. */
export type TaskOutcome = { readonly data: unknown } | { readonly cancelled: string }

/** Where tasks wait for a person or an agent to do them. */
export interface TaskBoard {
  create(task: NewTask): Promise<Task>
  /** The tasks that wait, the oldest first. */
  list(): Promise<readonly Task[]>
  /** Hands in a result. Throws INVALID_INPUT when it is not what was asked for, and the task goes on waiting; DATA_NOT_FOUND when no such task waits. */
  complete(id: string, data: unknown): Promise<void>
  /** Cancels a task. Throws DATA_NOT_FOUND when no such task waits. */
  cancel(id: string, reason?: string): Promise<void>
  /** Settles when the task has ended; rejects with the signal's reason when it is aborted first. */
  outcome(id: string, signal?: AbortSignal): Promise<TaskOutcome>
}

/** Options of createTaskBoard. */
export interface TaskBoardOptions {
  readonly now?: () => number
  /** Called with every new task. */
  readonly onTask?: (task: Task) => void
}

// Tasks that ended a moment ago are kept, since the caller may ask for the outcome a moment late.
const REMEMBERED = 1_000

interface Entry {
  readonly task: Task
  readonly ended: PromiseWithResolvers<TaskOutcome>
}

/** A board in memory: what waits on it is gone with the process. */
export function createTaskBoard({ now = Date.now, onTask }: TaskBoardOptions = {}): TaskBoard {
  const waiting = new Map<string, Entry>()
  const over = new Map<string, Entry>()
  const end = (id: string, outcomeOf: (task: Task) => TaskOutcome) => {
    const entry = waiting.get(id)
    if (entry === undefined) throw notWaiting(id)
    entry.ended.resolve(outcomeOf(entry.task))
    waiting.delete(id)
    over.set(id, entry)
    const [oldest] = over.keys()
    if (over.size > REMEMBERED && oldest !== undefined) over.delete(oldest)
  }
  return {
    async create(asked) {
      const createdAt = now()
      const task: Task = { ...asked, id: randomUUID(), createdAt, expiresAt: createdAt + asked.timeoutMs }
      waiting.set(task.id, { task, ended: Promise.withResolvers() })
      onTask?.(task)
      return task
    },
    list: async () => [...waiting.values()].map(({ task }) => task),
    async complete(id, data) {
      end(id, (task) => ({ data: checkResult(task, data) }))
    },
    async cancel(id, reason = 'The task was cancelled') {
      end(id, () => ({ cancelled: reason }))
    },
    async outcome(id, signal) {
      const entry = waiting.get(id) ?? over.get(id)
      if (entry === undefined) throw notWaiting(id)
      return unlessAborted(entry.ended.promise, signal)
    },
  }
}

function notWaiting(id: string): SkillError {
  return new SkillError('DATA_NOT_FOUND', `No task ${id.slice(0, 100)} is waiting`, {
    hint: 'List the tasks that wait; it may have ended meanwhile',
  })
}

/** The result with defaults filled in. Throws INVALID_INPUT when it is not what the task asks for. */
function checkResult({ output }: Task, data: unknown): unknown {
  const { ok, value, issues } = openSchema(output).check(data)
  if (ok) return value
  throw new SkillError('INVALID_INPUT', `The result is not what was asked for: ${issues[0]?.message}`, {
    details: { validation_errors: issues },
  })
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
