import { type ErrorCode, failed, SkillError, succeeded } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { decideOutcome } from './decide-outcome.ts'
import { retryDelayMs } from './retry-delay.ts'
import type { Run } from './run.ts'

function run(facts: Partial<Run>): Run {
  return {
    id: 'r',
    skill: 's',
    request: {},
    principal: 'ann',
    via: 'job',
    isIdempotent: false,
    state: 'running',
    attempt: 1,
    maxAttempts: 3,
    isDead: false,
    createdAt: 0,
    ...facts,
  }
}

const no = (code: ErrorCode) => failed(new SkillError(code, 'no'))
const safe = { isIdempotent: true }

test.each([
  ['success', {}, { response: succeeded(1), isStarted: true }, 'succeeded'],
  [
    'success although it was cancelled',
    {},
    { response: succeeded(1), isStarted: true, calledOff: 'cancelled' },
    'succeeded',
  ],
  ['some success', {}, { response: succeeded(1, {}, no('FETCH_FAILED').errors), isStarted: true }, 'succeeded'],
  ['a cancelled failure', safe, { response: no('FETCH_FAILED'), isStarted: true, calledOff: 'cancelled' }, 'cancelled'],
  ['a moment, repeatable', safe, { response: no('FETCH_FAILED'), isStarted: true }, 'again'],
  ['a moment, not repeatable', {}, { response: no('FETCH_FAILED'), isStarted: true }, 'failed'],
  ['a moment, before it began', {}, { response: no('SERVICE_UNAVAILABLE'), isStarted: false }, 'again'],
  ['a moment, the last attempt', { ...safe, attempt: 3 }, { response: no('FETCH_FAILED'), isStarted: true }, 'failed'],
  ['a limit of calls', safe, { response: no('RATE_LIMIT_EXCEEDED'), isStarted: true }, 'again'],
  ['wrong input', safe, { response: no('INVALID_INPUT'), isStarted: false }, 'failed'],
  ['no sign in', safe, { response: no('AUTHENTICATION_REQUIRED'), isStarted: false }, 'failed'],
  ['a failure for good', safe, { response: no('TOOL_EXECUTION_FAILED'), isStarted: true }, 'failed'],
  ['a dead node, repeatable', { ...safe, maxAttempts: 1 }, { isStarted: true }, 'again'],
  ['a dead node, repeatable, the fifth time', { ...safe, attempt: 5 }, { isStarted: true }, 'failed'],
  ['a dead node, not repeatable', {}, { isStarted: true }, 'failed'],
  ['a dead node, cancelled', safe, { isStarted: true, calledOff: 'cancelled' }, 'cancelled'],
  [
    'a closing node before it began',
    {},
    { response: no('CANCELLED'), isStarted: false, calledOff: 'closing' },
    'again',
  ],
  [
    'a closing node, not repeatable',
    {},
    { response: no('CANCELLED'), isStarted: true, calledOff: 'closing' },
    'failed',
  ],
] as const)('%s', (_what, facts, attempt, expected) => {
  const outcome = decideOutcome(run(facts), attempt, () => 0.5)
  expect(outcome.kind === 'ended' ? outcome.state : 'again').toBe(expected)
})

test.each([
  ['a dead node', { isStarted: true }],
  ['a dead node after it was cancelled', { isStarted: true, calledOff: 'cancelled' }],
] as const)('what nothing answered names its run: %s', (_what, attempt) => {
  const outcome = decideOutcome(run({ id: 'this-one' }), attempt, () => 0.5)
  expect(outcome).toMatchObject({ response: { status: 'failed', metadata: { run_id: 'this-one' } } })
})

describe('how long a job waits', () => {
  const wait = (attempt: number, random: number, response = no('FETCH_FAILED'), backoff = {}) =>
    retryDelayMs(response, { attempt, backoff, random: () => random })

  test.each([
    [1, 1, 1_000],
    [2, 1, 2_000],
    [5, 1, 16_000],
    [5, 0.25, 4_000],
    [12, 1, 2_048_000],
    [13, 1, 3_600_000],
    [100, 1, 3_600_000],
    [9, 0, 0],
  ])('before the attempt after %i at random %f: %i ms', (attempt, random, expected) => {
    expect(wait(attempt, random)).toBe(expected)
  })

  test('what a service asks for counts, up to the most', () => {
    const asking = (retry_after_seconds: unknown) =>
      failed(new SkillError('RATE_LIMIT_EXCEEDED', 'no', { details: { retry_after_seconds } }))
    expect(wait(1, 1, asking(7))).toBe(7_000)
    expect(wait(1, 1, asking(1e9))).toBe(3_600_000)
    for (const odd of ['soon', -1, Number.NaN, null]) expect(wait(1, 1, asking(odd))).toBe(1_000)
  })

  test('a job says its own bounds', () => {
    expect(wait(1, 1, undefined, { firstMs: 10, mostMs: 35 })).toBe(10)
    expect(wait(9, 1, undefined, { firstMs: 10, mostMs: 35 })).toBe(35)
  })
})
