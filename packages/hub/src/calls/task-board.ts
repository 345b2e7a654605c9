import { SkillError } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'
import type { Task, TaskBoard, TaskOutcome } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import { placeOfRun } from './run-document.ts'
import { queueTaskNews } from './task-news.ts'

const POLL_MS = 1_000

/** The tasks of a hub, in its database: what waits on it outlives the node, and may be ended through any other. */
export class HubTaskBoard implements TaskBoard, Disposable {
  readonly #hub: HubContext
  readonly #runs: ReadonlyMap<string, Run>
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #calledOff = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  /** `runs` are those that this node does now: a task has the id of its run, so that one which is begun again finds its task. */
  constructor(hub: HubContext, runs: ReadonlyMap<string, Run>) {
    this.#hub = hub
    this.#runs = runs
  }

  async create(asked: Parameters<TaskBoard['create']>[0]): Promise<Task> {
    const run = this.#runs.get(asked.runId)
    if (run === undefined) throw new SkillError('INTERNAL_ERROR', `No run ${asked.runId} is under way`)
    const { scope, name } = placeOfRun(run)
    const createdAt = this.#hub.clock()
    const expiresAt = createdAt + Math.round(asked.timeoutMs)
    const task = {
      id: run.id,
      scope,
      skill: name,
      action: asked.action,
      description: asked.description,
      params: JSON.stringify(asked.params),
      context: JSON.stringify(asked.context),
      output: JSON.stringify(asked.output),
      caller: run.principal,
      state: 'open',
      created_at: createdAt,
      expires_at: expiresAt,
      remind_at: createdAt + Math.round(asked.timeoutMs / 2),
    } as const
    await this.#hub.db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('tasks')
        .values(task)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) await queueTaskNews(this.#hub, transaction, 'task.created', task)
    })
    return { ...asked, id: run.id, createdAt, expiresAt }
  }

  async outcome(id: string, signal?: AbortSignal): Promise<TaskOutcome> {
    const note = () => {
      // Not for want of time: its caller called the run off, or the node closes. They decide what becomes of the task.
      if (!isTimeout(signal?.reason)) this.#calledOff.add(id)
    }
    signal?.addEventListener('abort', note, { once: true })
    for (;;) {
      signal?.throwIfAborted()
      const row = await this.#hub.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
      if (row === undefined) throw notWaiting(id)
      const ended = outcomeOf(row)
      if (ended !== undefined) return ended
      await this.#next(id, signal)
    }
  }

  /** Marks a task that no run waits for any more. One whose run goes on on another node, or after a restart, goes on waiting, too. */
  async cancel(id: string): Promise<void> {
    const isWaiting = this.#calledOff.delete(id) ? await this.#isWaiting(id) : await this.#expire(id)
    if (!isWaiting) throw notWaiting(id)
  }

  async list(): Promise<readonly Task[]> {
    return []
  }

  async complete(id: string): Promise<void> {
    throw notWaiting(id)
  }

  /** Wakes who waits for a task that ended on this node. */
  notify(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const waiters of this.#waiting.values()) for (const wake of waiters) wake()
  }

  async #isWaiting(id: string): Promise<boolean> {
    const row = await this.#hub.db.selectFrom('tasks').select('ended_at').where('id', '=', id).executeTakeFirst()
    return row?.ended_at === null
  }

  /** True unless it had ended before. */
  async #expire(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#hub.db
      .updateTable('tasks')
      .set({ state: 'expired', ended_at: this.#hub.clock(), remind_at: null })
      .where('id', '=', id)
      .where('state', 'in', ['open', 'claimed'])
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async #next(id: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = () => resolve()
    const waiters = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiters.add(resolve))
    signal?.addEventListener('abort', leave, { once: true })
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS).unref()
    await promise
    signal?.removeEventListener('abort', leave)
    waiters.delete(resolve)
    if (waiters.size === 0) this.#waiting.delete(id)
  }

  /** One question for all that wait here, however many. */
  async #poll(): Promise<void> {
    const ids = [...this.#waiting.keys()]
    for (let from = 0; from < ids.length; from += 500) {
      const rows = await this.#hub.db
        .selectFrom('tasks')
        .select('id')
        .where('id', 'in', ids.slice(from, from + 500))
        .where('ended_at', 'is not', null)
        .execute()
        .catch(() => [])
      for (const { id } of rows) this.notify(id)
    }
    this.#timer = this.#waiting.size === 0 ? undefined : setTimeout(() => void this.#poll(), POLL_MS).unref()
  }
}

function outcomeOf({ state, result, reason }: Row<'tasks'>): TaskOutcome | undefined {
  if (state === 'open' || state === 'claimed') return undefined
  if (state === 'done') return { data: JSON.parse(result ?? 'null') }
  return { cancelled: reason ?? `The task was ${state}` }
}

function notWaiting(id: string): SkillError {
  return new SkillError('DATA_NOT_FOUND', `No task ${id} waits here`)
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof SkillError && reason.code === 'TOOL_TIMEOUT'
}
