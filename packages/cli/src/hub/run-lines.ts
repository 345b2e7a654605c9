import type { RunInfo } from './follow-to-end.ts'
import { timeToSecond } from './short-time.ts'

/** The columns of a run in a list. */
export function runColumns(run: RunInfo): string[] {
  const { execution_id, status, name, version, created_at, duration_ms, error_code = '' } = run
  return [
    execution_id,
    run.is_dead ? 'dead' : status,
    `${name}${version === null ? '' : `@${version}`}`,
    timeToSecond(created_at),
    duration_ms === null ? '' : shortDuration(duration_ms),
    error_code,
  ]
}

/** A duration as people read it. */
export function shortDuration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}
