import { expect, test } from 'vitest'
import { slotColumns } from './slot-lines.ts'

test('times of a schedule that are seconds apart differ', () => {
  const slot = (at: string) =>
    slotColumns({ at, outcome: 'run', status: 'succeeded', error_code: null, execution_id: 'run-1', duration_ms: 12 })
  expect(slot('2026-11-16T00:33:05.120Z')).toEqual(['2026-11-16 00:33:05 UTC', 'succeeded', '', '12 ms', 'run-1'])
})
