import type { Descriptor } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { fetchDescriptor } from '../remote/fetch-descriptor.ts'
import { descriptorAt, sendJson, startService } from '../remote/fixtures/loopback-service.ts'
import { callRemote } from './call-remote.ts'

const allow = ['127.0.0.1']
const INPUTS: Descriptor['inputs'] = [
  { name: 'text', type: 'string', description: 'Text.', required: true },
  { name: 'times', type: 'integer', description: 'How often.', required: false, default: 2 },
  { name: 'tags', type: 'array', description: 'Tags.', required: false, schema: { items: { type: 'string' } } },
  { name: 'place', type: 'object', description: 'Where.', required: false },
]

test('a call sends the accepted parameters as JSON and gives the data back', async () => {
  await using service = await startService((seen, response) => sendJson(response, { echo: JSON.parse(seen.body) }))
  const descriptor = descriptorAt(`${service.url}/invoke`, { inputs: INPUTS })
  const response = await callRemote(descriptor, { params: { text: 'hi', times: '3' } }, { allow, runId: 'run-1' })
  expect(response).toMatchObject({
    status: 'success',
    data: { echo: { text: 'hi', times: 3 } },
    metadata: { run_id: 'run-1', attempts: 1, coercions: [{ path: '/times' }] },
  })
  expect(response.metadata?.execution_time_ms).toBeTypeOf('number')
  expect(service.seen).toMatchObject([
    { method: 'POST', path: '/invoke', headers: { 'content-type': 'application/json', 'idempotency-key': 'run-1' } },
  ])
})

test('input that breaks the contract is refused before anything is sent', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const response = await callRemote(descriptorAt(service.url, { inputs: INPUTS }), {}, { allow })
  expect(response).toMatchObject({ status: 'failed', errors: [{ code: 'MISSING_REQUIRED_PARAM' }] })
  expect(service.seen).toEqual([])
})

test.each(['GET', 'DELETE'] as const)('%s puts the parameters into the query', async (method) => {
  await using service = await startService((_seen, response) => sendJson(response, { ok: true }))
  const descriptor = descriptorAt(`${service.url}/find?v=1`, { inputs: INPUTS, endpoint: { method } })
  await callRemote(descriptor, { params: { text: 'a&b=c#d', tags: ['x', 'y'], place: { city: '北京' } } }, { allow })
  const [seen] = service.seen
  expect(seen).toMatchObject({ method, body: '' })
  const query = new URL(seen?.path ?? '', service.url).searchParams
  expect([...query]).toEqual([
    ['v', '1'],
    ['text', 'a&b=c#d'],
    ['tags', 'x'],
    ['tags', 'y'],
    ['place', '{"city":"北京"}'],
    ['times', '2'],
  ])
})

test.each(['PUT', 'PATCH'] as const)('%s sends a body like POST', async (method) => {
  await using service = await startService((seen, response) => sendJson(response, JSON.parse(seen.body)))
  const response = await callRemote(
    descriptorAt(service.url, { endpoint: { method } }),
    { params: { text: 'x' } },
    { allow },
  )
  expect(response.data).toEqual({ text: 'x' })
  expect(service.seen[0]?.method).toBe(method)
})

test('a form is sent as a form', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const endpoint = { content_type: 'application/x-www-form-urlencoded; charset=utf-8' }
  await callRemote(
    descriptorAt(service.url, { inputs: INPUTS, endpoint }),
    { params: { text: 'a b', tags: ['x', 'y'] } },
    { allow },
  )
  expect(service.seen).toMatchObject([
    { body: 'text=a+b&tags=x&tags=y&times=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ])
})

test('a multipart form is sent as one', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const endpoint = { content_type: 'multipart/form-data' }
  await callRemote(descriptorAt(service.url, { endpoint }), { params: { text: 'a b' } }, { allow })
  expect(service.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(service.seen[0]?.body).toContain('name="text"\r\n\r\na b')
})

test('a content type that we do not write is a clear error, and nothing is sent', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const descriptor = descriptorAt(service.url, { endpoint: { content_type: 'application/soap+xml' } })
  const response = await callRemote(descriptor, {}, { allow })
  expect(response.errors).toMatchObject([
    { code: 'INVALID_INPUT', message: expect.stringContaining('application/soap+xml') },
  ])
  expect(service.seen).toEqual([])
})

test.each([
  ['our own response', { status: 'success', data: { n: 1 }, metadata: { source: 'x' } }, { n: 1 }],
  ["document B's answer", { success: true, action: 'run', data: { n: 1 } }, { n: 1 }],
  ['bare data', { n: 1 }, { n: 1 }],
  ['bare data with a status of its own', { status: 'success', n: 1 }, { status: 'success', n: 1 }],
  ['a bare list', [1, 2], [1, 2]],
  ['a bare text', 'hello', 'hello'],
])('%s is understood', async (_what, answer, data) => {
  await using service = await startService((_seen, response) => sendJson(response, answer))
  expect(await callRemote(descriptorAt(service.url), {}, { allow })).toMatchObject({ status: 'success', data })
})

test('data that is promised to have a field named success is data', async () => {
  const schema = { type: 'object', properties: { success: { type: 'boolean' } }, required: ['success'] } as const
  await using service = await startService((_seen, response) => sendJson(response, { success: false }))
  const response = await callRemote(descriptorAt(service.url, { output: { schema } }), {}, { allow })
  expect(response).toMatchObject({ status: 'success', data: { success: false } })
})

test('a failure in the service’s own words keeps its code', async () => {
  const answer = { success: false, error: { code: 'NO_SUCH_LANGUAGE', message: 'Klingon is not supported' } }
  for (const status of [200, 400, 500]) {
    await using service = await startService((_seen, response) => sendJson(response, answer, status))
    const response = await callRemote(descriptorAt(service.url), {}, { allow })
    expect(response.errors).toMatchObject([{ code: 'NO_SUCH_LANGUAGE', message: 'Klingon is not supported' }])
  }
})

test('output that breaks the contract is INVALID_OUTPUT', async () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const
  await using service = await startService((_seen, response) => sendJson(response, { n: 'many' }))
  const response = await callRemote(descriptorAt(service.url, { output: { schema } }), {}, { allow })
  expect(response).toMatchObject({ status: 'failed', errors: [{ code: 'INVALID_OUTPUT' }] })
  expect(response.data).toBeUndefined()
})

test('text is data where the descriptor promises text', async () => {
  await using service = await startService((_seen, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('你好'),
  )
  const output = { content_type: 'text/plain', schema: { type: 'string' } } as const
  expect(await callRemote(descriptorAt(service.url, { output }), {}, { allow })).toMatchObject({ data: '你好' })
})

test.each([
  [400, 'INVALID_INPUT'],
  [401, 'PERMISSION_DENIED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'DATA_NOT_FOUND'],
  [405, 'TOOL_EXECUTION_FAILED'],
  [408, 'TOOL_TIMEOUT'],
  [413, 'INPUT_TOO_LARGE'],
  [422, 'INVALID_INPUT'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [500, 'EXTERNAL_SERVICE_ERROR'],
  [503, 'EXTERNAL_SERVICE_ERROR'],
  [504, 'TOOL_TIMEOUT'],
  [304, 'EXTERNAL_SERVICE_ERROR'],
])('HTTP %i is %s', async (status, code) => {
  await using service = await startService((_seen, response) => response.writeHead(status).end('why'))
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code, details: { http_status: status } }])
})

test('a service that is not running is FETCH_FAILED', async () => {
  const service = await startService(() => {})
  await service[Symbol.asyncDispose]()
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'FETCH_FAILED', details: { reason: 'ECONNREFUSED', sent: false } }])
})

test('an invalid descriptor is refused with its findings', async () => {
  const descriptor = { ...descriptorAt('https://example.com'), version: 'newest' }
  const response = await callRemote(descriptor, {})
  expect(response.errors).toMatchObject([{ code: 'INVALID_INPUT', details: { findings: [{ pointer: '/version' }] } }])
})

test('a cancelled call ends at once as CANCELLED', async () => {
  const controller = new AbortController()
  await using service = await startService(() => controller.abort('changed my mind'))
  const calling = callRemote(descriptorAt(service.url), {}, { allow, signal: controller.signal })
  expect((await calling).errors).toMatchObject([{ code: 'CANCELLED' }])
  expect((await callRemote(descriptorAt(service.url), {}, { allow, signal: controller.signal })).errors).toMatchObject([
    { code: 'CANCELLED' },
  ])
})

test('a descriptor is fetched through the same guard', async () => {
  const descriptor = descriptorAt('https://api.example.com/run')
  await using service = await startService((_seen, response) => sendJson(response, descriptor))
  expect(await fetchDescriptor(`${service.url}/descriptor.json`, { allow })).toMatchObject({ id: 'com.example.echo' })
  await expect(fetchDescriptor(`${service.url}/descriptor.json`)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('a number that a double cannot hold is named, and a key that stands twice is refused', async () => {
  const bodies = ['{"id": 9223372036854775807, "n": 5}', '{"a": 1, "a": 2}']
  await using service = await startService((_seen, response) => response.end(bodies.shift()))
  const descriptor = descriptorAt(service.url)
  expect(await callRemote(descriptor, {}, { allow })).toMatchObject({
    status: 'success',
    metadata: { rounded_numbers: [{ path: '/id', text: '9223372036854775807', became: 9223372036854776000 }] },
  })
  expect(await callRemote(descriptor, {}, { allow })).toMatchObject({
    errors: [{ code: 'INVALID_OUTPUT', message: expect.stringContaining('the key "a" twice') }],
  })
})

test('a large answer is read beside, its secrets masked', async () => {
  const key = 'k3y-/with+"every"=thing-in-it'
  const items = Array.from({ length: 20_000 }, (_, n) => ({ n, key: n % 5_000 === 0 ? `${key}` : 'none' }))
  await using service = await startService((_seen, response) => sendJson(response, { items }))
  const auth = { type: 'api_key', header: 'X-Key' } as const
  const options = { allow, credential: 'k', credentials: () => key }
  const { status, data } = await callRemote(descriptorAt(service.url, { auth }), {}, options)
  expect(status).toBe('success')
  expect((data as { items: unknown[] }).items).toHaveLength(20_000)
  expect((data as { items: unknown[] }).items.slice(0, 2)).toEqual([
    { n: 0, key: '***' },
    { n: 1, key: 'none' },
  ])
})

test('no form of a key is quoted from an answer that is no JSON', async () => {
  const key = 'k3y-/with+"every"=thing-in-it'
  const forms = [key, encodeURIComponent(key), btoa(key), btoa(`user:${key}`), JSON.stringify(key)]
  const auth = { type: 'api_key', header: 'X-Key' } as const
  for (const form of forms) {
    for (const status of [200, 500]) {
      const text = `${'x'.repeat(status === 200 ? 100 : 480)}${form} and more`
      await using service = await startService((_seen, response) => response.writeHead(status).end(text))
      const options = { allow, credential: 'k', credentials: () => key }
      const { errors } = await callRemote(descriptorAt(service.url, { auth }), {}, options)
      expect(JSON.stringify(errors)).not.toContain(form.slice(0, 12))
      expect(JSON.stringify(errors)).toContain('xxx')
    }
  }
})
