import { contractOfDescriptor } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { fillExecutionId } from './execution-id.ts'
import { descriptorAt, fastClock, type LoopbackService, sendJson, startService } from './fixtures/loopback-service.ts'
import { openNetwork } from './network.ts'
import { pollRun } from './poll-run.ts'
import { RemoteAnswer } from './remote-answer.ts'

const allow = ['127.0.0.1']

function asyncDescriptor(service: LoopbackService, endpoint = {}, output = {}) {
  const urls = {
    status_url: `${service.url}/status/{execution_id}`,
    result_url: `${service.url}/result/{execution_id}`,
  }
  return descriptorAt(`${service.url}/invoke`, { endpoint: { ...urls, ...endpoint }, output })
}

test('an accepted run is asked for until it is done, and its result is fetched', async () => {
  let polls = 0
  await using service = await startService(({ path }, response) => {
    if (path === '/invoke') return sendJson(response, { execution_id: 'ex-1' }, 202)
    if (path === '/result/ex-1') return sendJson(response, { status: 'success', data: { answer: 42 } })
    polls++
    sendJson(
      response,
      polls < 4 ? { status: 'running', progress: polls * 25, message: 'working' } : { status: 'completed' },
    )
  })
  const clock = fastClock()
  const events: unknown[] = []
  const options = { allow, ...clock, random: () => 1, onEvent: (event: unknown) => events.push(event) }
  const response = await callRemote(asyncDescriptor(service), {}, options)
  expect(response).toMatchObject({
    status: 'success',
    data: { answer: 42 },
    metadata: { execution_id: 'ex-1', attempts: 1 },
  })
  expect(clock.waits).toEqual([250, 375, 562.5])
  expect(events).toMatchObject([
    { type: 'progress', done: 0.25, message: 'working' },
    { type: 'progress', done: 0.5 },
    { type: 'progress', done: 0.75 },
  ])
})

test('a run that is answered at once is told of by the id that it has there', async () => {
  await using service = await startService((_seen, response) =>
    sendJson(response, { status: 'success', data: 1, metadata: { run_id: 'there-1' } }),
  )
  const { metadata } = await callRemote(asyncDescriptor(service), {}, { allow, runId: 'here-1' })
  expect(metadata).toMatchObject({ run_id: 'here-1', execution_id: 'there-1' })
  const plain = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(plain.metadata).not.toHaveProperty('execution_id')
})

test.each([
  ['run_id', { run_id: 'r-7' }, {}],
  ['a number as id', { id: 7 }, {}],
  ['the Location header', null, { location: '/status/r-7' }],
])('the id is taken from %s', async (_what, body, headers) => {
  await using service = await startService(({ path }, response) =>
    path === '/invoke' ? sendJson(response, body, 202, headers) : sendJson(response, { status: 'done', result: path }),
  )
  const endpoint = { status_url: `${service.url}/status/{execution_id}` }
  const response = await callRemote(descriptorAt(`${service.url}/invoke`, { endpoint }), {}, { allow, ...fastClock() })
  expect(response.data).toMatch(/^\/status\/(r-)?7$/)
})

test('a run may also be accepted with 200 and a word', async () => {
  await using service = await startService(({ path }, response) =>
    sendJson(
      response,
      path === '/invoke' ? { id: 'x', status: 'queued' } : path === '/result/x' ? [1] : { status: 'succeeded' },
    ),
  )
  const response = await callRemote(asyncDescriptor(service), {}, { allow, ...fastClock() })
  expect(response).toMatchObject({ status: 'success', data: [1] })
})

test.each([
  ['the result itself', { status: 'success', data: { n: 1 } }, { n: 1 }],
  ['a result field', { state: 'FINISHED', result: { n: 1 } }, { n: 1 }],
  ['an output field', { status: 'complete', output: { n: 1 } }, { n: 1 }],
])('without a result_url the status brings %s', async (_what, body, data) => {
  await using service = await startService(({ path }, response) =>
    path === '/invoke' ? sendJson(response, { id: 'a' }, 202) : sendJson(response, body),
  )
  const endpoint = { status_url: `${service.url}/status/{execution_id}` }
  const response = await callRemote(descriptorAt(`${service.url}/invoke`, { endpoint }), {}, { allow, ...fastClock() })
  expect(response).toMatchObject({ status: 'success', data })
})

test('with only a result_url, 202 means not yet', async () => {
  await using service = await startService(({ path }, response, n) => {
    if (path === '/invoke' || n < 4) return sendJson(response, { id: 'a' }, 202)
    sendJson(response, { n })
  })
  const endpoint = { result_url: `${service.url}/result/{execution_id}` }
  const response = await callRemote(descriptorAt(`${service.url}/invoke`, { endpoint }), {}, { allow, ...fastClock() })
  expect(response).toMatchObject({ status: 'success', data: { n: 4 } })
})

test.each([
  [{ status: 'failed', error: { code: 'NO_INK', message: 'out of ink' } }, 'NO_INK', 'out of ink'],
  [{ status: 'failed', errors: [{ code: 'NO_INK', message: 'out of ink' }] }, 'NO_INK', 'out of ink'],
  [{ status: 'error', message: 'it broke' }, 'TOOL_EXECUTION_FAILED', 'it broke'],
  [{ status: 'cancelled' }, 'TOOL_EXECUTION_FAILED', 'The run ended as cancelled'],
])('a run that failed is a failed response: %j', async (body, code, message) => {
  await using service = await startService(({ path }, response) =>
    path === '/invoke' ? sendJson(response, { id: 'a' }, 202) : sendJson(response, body),
  )
  const response = await callRemote(asyncDescriptor(service), {}, { allow, ...fastClock() })
  expect(response).toMatchObject({ status: 'failed', errors: [{ code, message }] })
})

test('the result of a run is checked against the contract like any other', async () => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  await using service = await startService(({ path }, response) =>
    path === '/invoke'
      ? sendJson(response, { id: 'a' }, 202)
      : sendJson(response, path.startsWith('/status') ? { status: 'done' } : { n: 'x' }),
  )
  const response = await callRemote(asyncDescriptor(service, {}, { schema }), {}, { allow, ...fastClock() })
  expect(response.errors).toMatchObject([{ code: 'INVALID_OUTPUT' }])
})

test('a run that never ends is ended by the deadline', async () => {
  await using service = await startService(({ path }, response) =>
    path === '/invoke' ? sendJson(response, { id: 'a' }, 202) : sendJson(response, { status: 'running' }),
  )
  const response = await callRemote(asyncDescriptor(service), {}, { allow, timeoutSeconds: 0.6 })
  expect(response.errors).toMatchObject([{ code: 'TOOL_TIMEOUT' }])
})

test('a run that never ends is asked for a thousand times at most, whatever the clock says', async () => {
  let asked = 0
  const body = Buffer.from('{"status":"running"}')
  const get = async (url: string) => {
    asked++
    return new RemoteAnswer({ status: 200, headers: {}, body, url: new URL(url) }, new Set())
  }
  const polling = pollRun({ url: 'https://example.com', status_url: 'https://example.com/{execution_id}' }, 'a', {
    action: contractOfDescriptor(descriptorAt('https://example.com')).action(),
    contentType: 'application/json',
    network: openNetwork({ sleep: async () => {} }),
    now: Date.now,
    signal: new AbortController().signal,
    get,
    onEvent: () => {},
  })
  await expect(polling).rejects.toMatchObject({ code: 'TOOL_TIMEOUT', message: expect.stringContaining('1000 times') })
  expect(asked).toBe(1_000)
})

test('a status request that fails is repeated, and the call itself is never repeated', async () => {
  await using service = await startService(({ path }, response, n) => {
    if (path === '/invoke') return sendJson(response, { id: 'a' }, 202)
    if (n === 2) return response.writeHead(503).end()
    sendJson(response, { status: 'done', data: n })
  })
  const endpoint = {
    status_url: `${service.url}/status/{execution_id}`,
    retry: { max_attempts: 2, backoff_ms: 1 },
  }
  const descriptor = descriptorAt(`${service.url}/invoke`, { endpoint })
  expect(await callRemote(descriptor, {}, { allow, ...fastClock() })).toMatchObject({ status: 'success', data: 3 })
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('the credential goes to the status of the same origin and to no other', async () => {
  const key = 'canary-77aa31'
  await using other = await startService((_seen, response) => sendJson(response, { status: 'done', result: 1 }))
  await using service = await startService(({ path }, response) =>
    path === '/invoke' ? sendJson(response, { id: 'a' }, 202) : sendJson(response, { status: 'done', result: 1 }),
  )
  const auth = { type: 'api_key', header: 'X-API-Key' } as const
  const options = { allow, ...fastClock(), credential: 'k', credentials: () => key }
  for (const home of [service.url, other.url]) {
    const endpoint = { status_url: `${home}/status/{execution_id}` }
    const response = await callRemote(descriptorAt(`${service.url}/invoke`, { endpoint, auth }), {}, options)
    expect(response.status).toBe('success')
  }
  expect(service.seen.map(({ headers }) => headers['x-api-key'])).toEqual([key, key, key])
  expect(other.seen).toHaveLength(1)
  expect(JSON.stringify(other.seen)).not.toContain(key)
})

const HOSTILE_IDS = [
  '../admin',
  '..',
  '.',
  'a/b',
  'a@b',
  'a#b',
  'a?b',
  'a\r\nX: y',
  'a b',
  'a%2fb',
  '',
  'a\\b',
  'x'.repeat(300),
]

test.each(HOSTILE_IDS)('an execution id like %j is refused, and nothing is asked', async (id) => {
  await using service = await startService((_seen, response) => sendJson(response, { execution_id: id }, 202))
  const response = await callRemote(asyncDescriptor(service), {}, { allow, ...fastClock() })
  expect(response.errors).toMatchObject([{ code: 'INVALID_OUTPUT' }])
  expect(response.metadata).not.toHaveProperty('execution_id')
  expect(service.seen).toHaveLength(1)
})

test.each([
  'https://example.com{execution_id}/status',
  'https://{execution_id}/status',
  'https://a@{execution_id}/x',
  'https://example.com:80{execution_id}/',
  'https://example.com/#{execution_id}',
])('a template that would let the id choose the host is refused: %s', (template) => {
  expect(() => fillExecutionId(template, '.evil.com')).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }))
})

test('an id with a colon or a plus is encoded', () => {
  expect(fillExecutionId('https://example.com/s?id={execution_id}&v=1', 'urn:a+b=')).toBe(
    'https://example.com/s?id=urn%3Aa%2Bb%3D&v=1',
  )
})

test('an id is put into each place that asks for it', () => {
  expect(fillExecutionId('https://example.com/runs/{execution_id}/status?of={execution_id}', 'a+b')).toBe(
    'https://example.com/runs/a%2Bb/status?of=a%2Bb',
  )
})

test('a service that says to come back in years is not asked again at once', async () => {
  await using service = await startService(({ path }, response) => {
    if (path === '/invoke') return sendJson(response, { execution_id: 'ex-1' }, 202)
    response.setHeader('retry-after', '999999999')
    sendJson(response, { status: 'running' })
  })
  const response = await callRemote(asyncDescriptor(service), {}, { allow, timeoutSeconds: 1 })
  expect(response.errors).toMatchObject([{ code: 'TOOL_TIMEOUT' }])
  expect(service.seen.map(({ path }) => path)).toEqual(['/invoke', '/status/ex-1'])
})

test('an accepted run without a way to poll it is INVALID_OUTPUT', async () => {
  await using service = await startService((_seen, response) => sendJson(response, { id: 'a' }, 202))
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'INVALID_OUTPUT', message: /status_url/ }])
})

test('a status_url at a forbidden address is refused before it is dialled', async () => {
  await using service = await startService((_seen, response) => sendJson(response, { id: 'a' }, 202))
  const endpoint = { status_url: 'http://169.254.169.254/{execution_id}' }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
})
