import { retryAfterMs } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { descriptorAt, fastClock, sendJson, startService } from './fixtures/loopback-service.ts'

const allow = ['127.0.0.1']
const retry = { max_attempts: 3, backoff_ms: 100 }

test('a failing service is tried as often as the descriptor says, with the same idempotency key', async () => {
  await using service = await startService((_seen, response, n) =>
    n < 3 ? response.writeHead(503).end() : sendJson(response, { n }),
  )
  const clock = fastClock()
  const response = await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, { allow, ...clock })
  expect(response).toMatchObject({ status: 'success', data: { n: 3 }, metadata: { attempts: 3 } })
  const keys = service.seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys)).toEqual(new Set([response.metadata?.run_id]))
})

test('attempts are bounded, and the waits double with full jitter', async () => {
  await using service = await startService((_seen, response) => response.writeHead(500).end())
  const clock = fastClock()
  const randoms = [1, 0.5, 0, 1]
  const endpoint = { retry: { max_attempts: 5, backoff_ms: 100 } }
  const options = { allow, ...clock, random: () => randoms.shift() ?? 1 }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, options)
  expect(response).toMatchObject({ errors: [{ code: 'EXTERNAL_SERVICE_ERROR' }], metadata: { attempts: 5 } })
  expect(service.seen).toHaveLength(5)
  expect(clock.waits).toEqual([100, 100, 0, 800])
})

test('a descriptor that says nothing about retries is called once', async () => {
  await using service = await startService((_seen, response) => response.writeHead(503).end())
  await callRemote(descriptorAt(service.url), {}, { allow, ...fastClock() })
  expect(service.seen).toHaveLength(1)
})

test.each([400, 401, 404, 409, 422, 501])('HTTP %i is final', async (status) => {
  await using service = await startService((_seen, response) => response.writeHead(status).end())
  await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, { allow, ...fastClock() })
  expect(service.seen).toHaveLength(1)
})

test('without an idempotency key a POST is not repeated, a PUT is', async () => {
  await using service = await startService((_seen, response) => response.writeHead(503).end())
  const options = { allow, ...fastClock(), idempotencyKey: false as const }
  await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, options)
  expect(service.seen).toHaveLength(1)
  await callRemote(descriptorAt(service.url, { endpoint: { retry, method: 'PUT' } }), {}, options)
  expect(service.seen).toHaveLength(4)
  expect(service.seen.every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true)
})

test('without an idempotency key a POST is repeated when it never left', async () => {
  const service = await startService(() => {})
  await service[Symbol.asyncDispose]()
  const clock = fastClock()
  await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, { allow, ...clock, idempotencyKey: false })
  expect(clock.waits).toHaveLength(2)
})

test('an idempotency key that no header can carry is refused', async () => {
  const response = await callRemote(descriptorAt('https://example.com'), {}, { idempotencyKey: 'a\r\nX-Evil: 1' })
  expect(response.errors).toMatchObject([{ code: 'INVALID_INPUT' }])
})

test('429 waits as long as Retry-After says', async () => {
  await using service = await startService((_seen, response, n) =>
    n === 1 ? response.writeHead(429, { 'retry-after': '7' }).end() : sendJson(response, {}),
  )
  const clock = fastClock()
  const options = { allow, ...clock, random: () => 0 }
  expect(await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, options)).toMatchObject({
    status: 'success',
  })
  expect(clock.waits).toEqual([7_000])
})

test('Retry-After may be a date', async () => {
  const clock = fastClock()
  const date = new Date(clock.now() + 9_000).toUTCString()
  await using service = await startService((_seen, response, n) =>
    n === 1 ? response.writeHead(503, { 'retry-after': date }).end() : sendJson(response, {}),
  )
  await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, { allow, ...clock, random: () => 0 })
  expect(clock.waits).toEqual([9_000])
})

test('a wait that would pass the deadline is not begun, and the caller learns how long it would be', async () => {
  await using service = await startService((_seen, response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  )
  const clock = fastClock()
  const options = { allow, ...clock, timeoutSeconds: 60 }
  const response = await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, options)
  expect(response.errors).toMatchObject([
    {
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retry_after_seconds: 3600 },
      suggested_action: 'Please wait 3600s before retrying',
    },
  ])
  expect(clock.waits).toEqual([])
  expect(service.seen).toHaveLength(1)
})

test('each attempt has its own time limit, and a slow service is tried again', async () => {
  await using service = await startService((_seen, response, n) => {
    if (n > 1) sendJson(response, { n })
  })
  const endpoint = { timeout_ms: 300, retry: { max_attempts: 2, backoff_ms: 0 } }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, { allow })
  expect(response).toMatchObject({ status: 'success', data: { n: 2 } })
})

test('the total deadline is kept however many attempts are left', async () => {
  await using service = await startService(() => {})
  const endpoint = { timeout_ms: 60_000, retry: { max_attempts: 20, backoff_ms: 10 } }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, { allow, timeoutSeconds: 0.4 })
  expect(response.errors).toMatchObject([{ code: 'TOOL_TIMEOUT', message: 'Operation timed out after 0.4s' }])
})

test('a deadline of many years is no deadline of no time', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const response = await callRemote(descriptorAt(service.url), {}, { allow, timeoutSeconds: 1e9 })
  expect(response.status).toBe('success')
})

test('retries are reported to the listener', async () => {
  await using service = await startService((_seen, response, n) =>
    n === 1 ? response.writeHead(502).end() : sendJson(response, {}),
  )
  const events: unknown[] = []
  const options = { allow, ...fastClock(), onEvent: (event: unknown) => events.push(event) }
  await callRemote(descriptorAt(service.url, { endpoint: { retry } }), {}, options)
  expect(events).toMatchObject([{ type: 'log', level: 'warning', text: expect.stringContaining('HTTP 502') }])
})

test.each([
  ['120', 120_000],
  ['0', 0],
  [' 5 ', 5_000],
  ['Mon, 02 Nov 2026 12:00:30 GMT', 30_000],
  ['Mon, 02 Nov 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['99999999999999', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j asks to wait %s ms', (header, ms) => {
  expect(retryAfterMs(header, Date.parse('2026-11-02T12:00:00Z'))).toBe(ms)
})
