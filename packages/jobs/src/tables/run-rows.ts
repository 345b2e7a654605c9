import { createHash } from 'node:crypto'
import type { SkillRequest, SkillResponse } from '@skillwright/contract'
import type { Backoff, NewRun, Run, RunProgress } from '../run.ts'
import type { ColumnTypes } from './over-rows.ts'
import type { NewRunRow, RunRow } from './tables.ts'

/** What a run gets only once it is done, or had only while it waited. */
const LATER = [
  'request_digest',
  'open_singleton',
  'progress',
  'response',
  'error_code',
  'finished_at',
  'cancel_requested',
  'delayed_until',
] as const
type Later = (typeof LATER)[number]

/** The columns a run is inserted with. */
export const RUN_COLUMNS = {
  id: 'text',
  skill: 'text',
  version: 'text',
  request: 'text',
  request_digest: 'text',
  principal: 'text',
  via: 'text',
  is_idempotent: 'bigint',
  is_job: 'bigint',
  priority: 'bigint',
  state: 'text',
  attempt: 'bigint',
  max_attempts: 'bigint',
  backoff: 'text',
  fence: 'bigint',
  due_at: 'bigint',
  delayed_until: 'bigint',
  node: 'text',
  cancel_requested: 'bigint',
  progress: 'text',
  last_event: 'bigint',
  response: 'text',
  error_code: 'text',
  is_dead: 'bigint',
  idempotency_key: 'text',
  singleton_key: 'text',
  open_singleton: 'text',
  webhook: 'text',
  created_at: 'bigint',
  started_at: 'bigint',
  finished_at: 'bigint',
  schedule_id: 'text',
  slot_at: 'bigint',
} as const satisfies ColumnTypes

/** What is read of a run that is begun. */
export const BEGUN_COLUMNS = [...Object.keys(RUN_COLUMNS), 'sequence']
  .filter((column) => !LATER.some((later) => later === column))
  .join(', ')

/** The row of a run that has just been accepted, and waits. */
export function newRunRow(id: string, run: NewRun, now: number): NewRunRow & Pick<RunRow, 'id' | 'priority' | 'skill'> {
  const request = JSON.stringify(run.request)
  const isDelayed = run.dueAt !== undefined && run.dueAt > now
  return {
    id,
    skill: run.skill,
    version: run.version ?? null,
    request,
    request_digest: run.idempotencyKey === undefined ? null : requestDigest(run),
    principal: run.principal,
    via: run.via,
    is_idempotent: run.isIdempotent ? 1 : 0,
    is_job: 1,
    priority: run.priority ?? 0,
    state: 'queued',
    attempt: 0,
    max_attempts: run.maxAttempts ?? 1,
    backoff: run.backoff === undefined ? null : JSON.stringify(run.backoff),
    fence: 0,
    due_at: run.dueAt ?? null,
    delayed_until: isDelayed ? (run.dueAt ?? null) : null,
    node: null,
    cancel_requested: 0,
    progress: null,
    last_event: 1,
    response: null,
    error_code: null,
    is_dead: 0,
    idempotency_key: run.idempotencyKey ?? null,
    singleton_key: run.singletonKey ?? null,
    open_singleton: run.singletonKey ?? null,
    webhook: run.webhook ?? null,
    created_at: now,
    started_at: null,
    finished_at: null,
    schedule_id: run.scheduleId ?? null,
    slot_at: null,
  }
}

/** What makes two requests with the same key the same. */
export function requestDigest({ skill, version, request }: NewRun): string {
  return createHash('sha256')
    .update(JSON.stringify([skill, version ?? null, canonical(request)]))
    .digest('base64url')
}

/** The same value with its keys in order, however they were sent. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, item]) => [key, canonical(item)])
}

/** A run as its row tells it. */
export function runOf(row: Partial<Pick<RunRow, Later>> & Omit<RunRow, 'sequence' | Later>): Run {
  return {
    id: row.id,
    skill: row.skill,
    ...given('version', row.version),
    request: JSON.parse(row.request) as SkillRequest,
    principal: row.principal,
    via: row.via,
    isIdempotent: row.is_idempotent === 1,
    priority: row.priority,
    state: row.state,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    ...(row.backoff === null ? {} : { backoff: JSON.parse(row.backoff) as Backoff }),
    ...given('dueAt', row.delayed_until ?? row.due_at),
    ...given('idempotencyKey', row.idempotency_key),
    ...given('singletonKey', row.singleton_key),
    ...given('webhook', row.webhook),
    ...(row.progress == null ? {} : { progress: JSON.parse(row.progress) as RunProgress }),
    ...(row.response == null ? {} : { response: JSON.parse(row.response) as SkillResponse }),
    ...given('errorCode', row.error_code),
    isDead: row.is_dead === 1,
    createdAt: row.created_at,
    ...given('startedAt', row.started_at),
    ...given('finishedAt', row.finished_at),
    ...given('scheduleId', row.schedule_id),
    ...(row.schedule_id === null || row.slot_at === null
      ? {}
      : { slot: { scheduleId: row.schedule_id, at: row.slot_at } }),
  }
}

function given<K extends string, V>(key: K, value: V | null | undefined): { readonly [key in K]?: V } {
  return value === null || value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V })
}
