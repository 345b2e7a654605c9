import type { SLOT, Wire } from '@skillwright/hub-api'
import { shortDuration } from './run-lines.ts'
import { timeToSecond } from './short-time.ts'

/** The columns of what became of a time of a schedule. */
export function slotColumns({
  at,
  outcome,
  status,
  error_code,
  execution_id,
  duration_ms,
}: Wire<typeof SLOT>): string[] {
  return [
    timeToSecond(at),
    outcome === 'run' ? (status ?? 'run') : outcome.replace('_', ': '),
    error_code ?? '',
    duration_ms === null ? '' : shortDuration(duration_ms),
    execution_id ?? '',
  ]
}
