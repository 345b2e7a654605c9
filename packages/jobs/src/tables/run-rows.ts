import { createHash } from 'node:crypto'
import type { SkillResponse } from '@skillwright/contract'
import type { NewRun, Run, RunProgress } from '../run.ts'
import type { ColumnTypes } from './over-rows.ts'
import type { RunRow } from './tables.ts'

/** The columns a run is inserted with. */
export const RUN_COLUMNS = {
  id: 'text',
  skill: 'text',
  principal: 'text',
  facts: 'text',
  request_digest: 'text',
  is_job: 'bigint',
  priority: 'bigint',
  state: 'text',
  attempt: 'bigint',
  fence: 'bigint',
  delayed_until: 'bigint',
  node: 'text',
  cancel_requested: 'bigint',
  progress: 'text',
  last_event: 'bigint',
  response: 'text',
  error_code: 'text',
  is_dead: 'bigint',
  idempotency_key: 'text',
  open_singleton: 'text',
  created_at: 'bigint',
  started_at: 'bigint',
  finished_at: 'bigint',
  schedule_id: 'text',
} as const satisfies ColumnTypes

/** What is read of a run that is begun. */
export const BEGUN_COLUMNS = [
  'sequence',
  'id',
  'skill',
  'principal',
  'facts',
  'is_job',
  'priority',
  'state',
  'attempt',
  'fence',
  'last_event',
  'is_dead',
  'created_at',
  'started_at',
] as const

/** A run that has just been begun. */
export type BegunRow = Pick<RunRow, (typeof BEGUN_COLUMNS)[number]>

/** What is read of a run that is listed: all but what it answered, which can be large. */
export const LISTED_COLUMNS = [...BEGUN_COLUMNS, 'delayed_until', 'progress', 'error_code', 'finished_at'] as const

/** Until when a run is delayed that waits for those of its schedule before it: whatever ends the last of them lets it begin. */
export const AFTER_OTHERS = Number.MAX_SAFE_INTEGER

/** What a run was accepted with and is not a column. */
type Facts = Omit<NewRun, 'id' | 'skill' | 'principal' | 'priority'> & Pick<Run, 'slot'>

/** The row of a run that has just been accepted, and waits. */
export function newRunRow(id: string, run: NewRun, now: number): Omit<RunRow, 'sequence'> {
  const { id: _id, skill, principal, priority = 0, ...facts } = run
  return {
    id,
    skill,
    principal,
    facts: JSON.stringify(facts satisfies Facts),
    request_digest: run.idempotencyKey === undefined ? null : requestDigest(run),
    is_job: 1,
    priority,
    state: 'queued',
    attempt: 0,
    fence: 0,
    delayed_until: run.dueAt !== undefined && run.dueAt > now ? run.dueAt : null,
    node: null,
    cancel_requested: 0,
    progress: null,
    last_event: 1,
    response: null,
    error_code: null,
    is_dead: 0,
    idempotency_key: run.idempotencyKey ?? null,
    open_singleton: run.singletonKey ?? null,
    created_at: now,
    started_at: null,
    finished_at: null,
    schedule_id: run.scheduleId ?? null,
  }
}

/** What makes two requests with the same key the same. */
function requestDigest({ skill, version, askedVersion = version, request }: NewRun): string {
  return createHash('sha256')
    .update(JSON.stringify([skill, askedVersion ?? null, canonical(request)]))
    .digest('base64url')
}

/** The same value with its keys in order, however they were sent. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]))
}

/** A run as its row tells it; what was not read is left out. */
export function runOf(row: Omit<BegunRow, 'sequence'> & Partial<RunRow>): Run {
  const run: { -readonly [name in keyof Run]: Run[name] } = {
    ...(JSON.parse(row.facts) as Facts),
    id: row.id,
    skill: row.skill,
    principal: row.principal,
    priority: row.priority,
    state: row.state,
    attempt: row.attempt,
    isDead: row.is_dead === 1,
    createdAt: row.created_at,
  }
  run.maxAttempts ??= 1
  if (row.delayed_until != null && row.delayed_until < AFTER_OTHERS) run.dueAt = row.delayed_until
  if (row.progress != null) run.progress = JSON.parse(row.progress) as RunProgress
  if (row.response != null) run.response = JSON.parse(row.response) as SkillResponse
  if (row.error_code != null) run.errorCode = row.error_code
  if (row.started_at !== null) run.startedAt = row.started_at
  if (row.finished_at != null) run.finishedAt = row.finished_at
  return run
}
