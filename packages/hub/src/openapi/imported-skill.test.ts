import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importOpenApi } from '@skillwright/bridges'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, startCallingHub } from '../calls/fixtures/calling-hub.ts'

const closing = new AsyncDisposableStack()
let hub: CallingHub

beforeAll(async () => {
  const server = createServer(({ url, headers }, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ asked: url, key: headers['x-key'] ?? null }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.defer(() => new Promise<void>((done) => void server.close(() => done())))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  hub = closing.use(await startCallingHub({ calls: { hosts: [host] }, allowAddresses: ['127.0.0.1'] }))
  const get = (operationId: string) => ({
    operationId,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {},
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things' },
    servers: [{ url: `http://${host}/v1` }],
    security: [{ key: [] }],
    paths: { '/things/{id}': { get: get('getThing') }, '/open/{id}': { get: { ...get('getOpen'), security: [] } } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  }
  const { files } = await importOpenApi(JSON.stringify(document))
  const texts = Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))
  const { 'SKILL.md': _, 'skill.json': manifest = '{}', ...rest } = texts
  await hub.publish({ name: 'things', manifest: { ...JSON.parse(manifest), id: 'things' }, files: rest })
})
afterAll(() => closing.disposeAsync())

const invoke = (action: string, body: object) =>
  hub.ask(`/v1/skills/@ann/things/versions/1.0.0/actions/${action}/invoke`, { method: 'POST', body })

test('an imported service is called at a hub, each action in its own way, with the secret of its scope', async () => {
  expect((await invoke('getThing', { id: 'a b' })).body).toMatchObject({ errors: [{ code: 'PERMISSION_DENIED' }] })
  expect((await invoke('getOpen', { id: 'x' })).body).toMatchObject({ data: { asked: '/v1/open/x', key: null } })
  const set = { method: 'PUT', body: { value: 'sesame-seeds' } }
  expect((await hub.ask('/v1/scopes/@ann/secrets/THINGS_KEY?skill=things', set)).status).toBe(204)
  expect((await invoke('getThing', { id: 'a b' })).body).toMatchObject({
    status: 'success',
    data: { asked: '/v1/things/a%20b', key: expect.stringMatching(/\*/) },
  })
  expect((await invoke('getThing', { id: '..' })).body).toMatchObject({ errors: [{ code: 'INVALID_INPUT' }] })
})

test('its descriptor leads to the hub, which takes all parameters in one body', async () => {
  const { body } = await hub.ask('/v1/skills/@ann/things/versions/1.0.0/descriptor?action=getThing')
  expect(body.endpoint).toMatchObject({ method: 'POST', url: expect.stringContaining('/actions/getThing/invoke') })
  expect(JSON.stringify(body)).not.toMatch(/x-request|x-actions/)
})
