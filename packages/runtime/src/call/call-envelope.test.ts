import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunStage } from '../index.ts'
import { type EveryKind, everyKind, KINDS } from './fixtures/every-kind.ts'

// Documents answer with their content, whatever the test asks for, and never hang.
const TOLD = KINDS.filter((kind) => kind !== 'documents')

let kinds: EveryKind
beforeAll(async () => {
  kinds = await everyKind()
})
afterAll(() => kinds[Symbol.asyncDispose]())

describe.each(KINDS)('a call of a %s', (kind) => {
  test('says what became of its input', async () => {
    const stages: RunStage[] = []
    const { status, data, metadata, errors } = await kinds.call(
      kind,
      { params: { query: 'known', limit: '3', extra: { trace: 'x' } }, context: { request_id: 'r-1' } },
      { onStage: (stage) => stages.push(stage) },
    )
    expect({ status, errors }).toEqual({ status: 'success' })
    expect(data).toMatchObject({ passages: expect.any(Array), filled: 'in' })
    expect(metadata).toMatchObject({
      run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request_id: 'r-1',
      coercions: [{ path: '/limit', from: '3', to: 3 }],
      passed_through: ['trace'],
      execution_time_ms: expect.any(Number),
    })
    expect(metadata).not.toHaveProperty('migrations')
    expect(stages).toEqual(['accepted', 'started'])
  })

  test('takes what was written for an older contract', async () => {
    const { status, metadata } = await kinds.call(kind, { params: { q: 'known' } }, { version: '1' })
    expect([status, metadata?.migrations]).toEqual(['success', [expect.objectContaining({ from: '1', to: '2' })]])
  })

  test('is refused before anything is started when its input is wrong', async () => {
    const stages: RunStage[] = []
    const options = { onStage: (stage: RunStage) => stages.push(stage) }
    const { status, errors, metadata } = await kinds.call(kind, { params: { limit: 12 } }, options)
    expect(status).toBe('failed')
    expect(errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        details: { validation_errors: [{ keyword: 'required' }, { path: '/limit', keyword: 'maximum' }] },
      },
    ])
    expect(metadata).toMatchObject({ run_id: expect.any(String), execution_time_ms: expect.any(Number) })
    expect(stages).toEqual([])
    const repaired = await kinds.call(kind, { params: { limit: '3' } })
    expect(repaired).toMatchObject({
      errors: [{ code: 'MISSING_REQUIRED_PARAM' }],
      metadata: { coercions: [{ path: '/limit', from: '3', to: 3 }] },
    })
    const strict = await kinds.call(kind, { params: { query: 'x', limit: '3' } }, { policy: 'strict' })
    expect(strict.errors).toMatchObject([{ code: 'INVALID_INPUT' }])
    const shape = await kinds.call(kind, { params: { query: 'x' }, context: { request_id: 'r' }, other: 1 } as object)
    expect(shape.errors).toMatchObject([{ code: 'INVALID_INPUT', message: expect.stringContaining('"other"') }])
  })

  test('is refused for an action that the contract does not have', async () => {
    const { errors } = await kinds.call(kind, { action: 'other', params: { query: 'x' } })
    expect(errors).toMatchObject([{ code: 'UNKNOWN_ACTION', details: { supported_actions: ['run'] } }])
    expect(await kinds.call(kind, { action: 'run', params: { query: 'x' } })).toMatchObject({ status: 'success' })
  })

  test('whose time is over before it is begun sets no timer into the past', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => warnings.push(name)
    process.on('warning', onWarning)
    const late = performance.now() + 5
    const onStage = () => {
      while (performance.now() < late);
    }
    await kinds.call(kind, { params: { query: 'known' } }, { timeoutSeconds: 0.001, onStage })
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  test('is not started when it was cancelled before', async () => {
    const { errors, metadata } = await kinds.call(
      kind,
      { params: { query: 'x' }, context: { request_id: 'r-2' } },
      { signal: AbortSignal.abort() },
    )
    expect(errors).toMatchObject([{ code: 'CANCELLED', message: 'The operation was cancelled' }])
    expect(metadata).toMatchObject({ run_id: expect.any(String), request_id: 'r-2' })
  })

  test('has the id that its caller gave it', async () => {
    expect(await kinds.call(kind, { params: { query: 'x' } }, { runId: 'mine' })).toMatchObject({
      metadata: { run_id: 'mine' },
    })
  })
})

describe.each(TOLD)('the answer of a %s', (kind) => {
  const ask = (params: object, options = {}) => kinds.call(kind, { params: { query: 'x', ...params } }, options)

  test('is held to the contract', async () => {
    const { status, data, errors } = await ask({ answer: { passages: 'none' } })
    expect([status, data]).toEqual(['failed', undefined])
    expect(errors).toMatchObject([
      {
        code: 'INVALID_OUTPUT',
        message: expect.stringMatching(/^The answer breaks the contract: .*passages/),
        details: { validation_errors: [{ path: '/passages' }] },
      },
    ])
  })

  test('says how much there is, and does not speak for us', async () => {
    const { metadata } = await ask({ answer: { passages: [], items: [1, 2] } })
    expect(metadata).toMatchObject({ items_count: 2, run_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test('is waited for as long as its caller says', async () => {
    const { errors, metadata } = await ask({ hangs: true }, { timeoutSeconds: 1.5 })
    expect(errors).toMatchObject([{ code: 'TOOL_TIMEOUT', message: 'Operation timed out after 1.5s' }])
    expect(metadata?.execution_time_ms).toBeGreaterThanOrEqual(1_400)
  })

  test.each([
    ['by its caller', new DOMException('no', 'AbortError'), 'CANCELLED', 'The operation was cancelled'],
    ["by the end of its caller's time", new DOMException('no', 'TimeoutError'), 'TOOL_TIMEOUT', 'no more time'],
  ])('ends when cancelled %s', async (_, reason, code, message) => {
    const controller = new AbortController()
    const onStage = (stage: RunStage) => stage === 'accepted' && setImmediate(() => controller.abort(reason))
    const { errors } = await ask({ hangs: true }, { signal: controller.signal, onStage })
    expect(errors).toMatchObject([{ code, message: expect.stringContaining(message) }])
  })
})

test.each(['script', 'service'] as const)('an answer of a %s that is partial may lack its data', async (kind) => {
  const errors = [{ code: 'DATA_NOT_FOUND', message: 'Half of it is gone' }]
  const { status, errors: told } = await kinds.call(kind, { params: { query: 'x', answer: null, errors } })
  expect([status, told]).toEqual(['partial_success', [expect.objectContaining(errors[0])]])
})

test('time in the queue counts, and a call that is still there says as much as any other', async () => {
  await using own = await everyKind({ concurrency: 1 })
  const first = own.call('script', { params: { query: 'x', hangs: true } }, { timeoutSeconds: 3 })
  for (const kind of ['script', 'service'] as const) {
    const { errors, metadata } = await own.call(
      kind,
      { params: { query: 'x' }, context: { request_id: 'r-3' } },
      { timeoutSeconds: 0.2 },
    )
    expect(errors).toMatchObject([{ code: 'TOOL_TIMEOUT', message: 'Operation timed out after 0.2s' }])
    expect(metadata).toMatchObject({ request_id: 'r-3', execution_time_ms: expect.any(Number) })
  }
  await own.close()
  expect(await first).toMatchObject({ errors: [{ code: 'CANCELLED' }] })
})

test('calls of every kind end with their runtime', async () => {
  await using own = await everyKind()
  const runs = TOLD.filter((kind) => kind !== 'descriptor').map((kind) => {
    const accepted = Promise.withResolvers<void>()
    const onStage = () => accepted.resolve()
    const response = own.call(kind, { params: { query: 'x', hangs: true } }, { onStage })
    return { kind, accepted: accepted.promise, response }
  })
  await Promise.all(runs.map(({ accepted }) => accepted))
  await own.close()
  for (const { kind, response } of runs)
    expect({ kind, ...(await response) }).toMatchObject({ kind, errors: [{ code: 'CANCELLED' }] })
})
