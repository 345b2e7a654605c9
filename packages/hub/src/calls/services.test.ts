import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callRemote, fetchDescriptor } from '@skillwright/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const closing = new AsyncDisposableStack()
const asked: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: unknown }[] = []
let hub: CallingHub
let upstream: string

beforeAll(async () => {
  const server = createServer(async (request, answer) => {
    const body = JSON.parse((await text(request)) || 'null')
    asked.push({ headers: request.headers, body })
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ text: `${body.text} from afar, with ${request.headers['x-upstream-key']}` }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.defer(() => new Promise<void>((done) => void server.close(() => done())))
  upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke`
  const { host } = new URL(upstream)
  hub = await startCallingHub({ calls: { hosts: [host] }, allowAddresses: ['127.0.0.1'] })
  closing.defer(() => hub[Symbol.asyncDispose]())
  const service = (url: string) => ({
    endpoint: { url },
    auth: { type: 'api_key', header: 'X-Upstream-Key' },
  })
  const api = { capability_type: 'api', permissions: { env: ['UPSTREAM_KEY'] } }
  const far = (name: string, url: string) =>
    hub.publish({ name, manifest: api, files: { 'descriptor.json': JSON.stringify(service(url)) } })
  await far('far-shout', upstream)
  await far('other-shout', 'https://api.example.com/invoke')
  const custom = { auth: { type: 'custom', header: 'X-Acme-Token', description: 'Ask Acme for one.' } }
  await hub.publish({
    ...SHOUT,
    name: 'acme-shout',
    files: { ...SHOUT.files, 'descriptor.json': JSON.stringify(custom) },
  })
  await hub.publish({ ...SHOUT, name: 'plain-shout' })
  await hub.publish({
    name: 'house-rules',
    input: null,
    manifest: { capability_type: 'knowledge' },
    files: { 'docs/rules.md': '# Rules\n\n## Bicycles\n\nBicycles are kept in the cellar.\n' },
  })
})
afterAll(() => closing.disposeAsync())

test('a call of an api without a script is passed on to its service, with the key that its scope has set, and the trace', async () => {
  const missing = await hub.invoke('far-shout', { text: 'hi' })
  expect([missing.status, missing.body.errors[0].code]).toEqual([403, 'PERMISSION_DENIED'])
  const set = { method: 'PUT', body: { value: 'sesame-seeds' } }
  expect((await hub.ask('/v1/scopes/@ann/secrets/UPSTREAM_KEY?skill=far-shout', set)).status).toBe(204)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const answer = await hub.invoke('far-shout', { text: 'hi' }, { headers: { traceparent } })
  expect(answer).toMatchObject({ status: 200, body: { status: 'success' } })
  expect(asked.at(-1)).toMatchObject({
    headers: { 'x-upstream-key': 'sesame-seeds', traceparent },
    body: { text: 'hi' },
  })
  expect(JSON.stringify(answer.body)).not.toContain('sesame-seeds')
  const wrong = await hub.invoke('far-shout', { txt: 1 })
  expect([wrong.status, wrong.body.status]).toEqual([400, 'failed'])
})

test('a service at a host that the operator does not allow is not called', async () => {
  const before = asked.length
  const { status, body } = await hub.invoke('other-shout', { text: 'hi' })
  expect([status, body.errors[0].message]).toEqual([403, expect.stringContaining('api.example.com')])
  expect(asked.length).toBe(before)
})

test('a skill that states custom authentication takes the token in the header that it names, and no other skill does', async () => {
  const url = `${hub.url}/v1/skills/@ann/acme-shout/versions/1.0.0/descriptor`
  const headers = { authorization: `Bearer ${hub.owner}` }
  const descriptor = await fetchDescriptor(url, { allow: ['127.0.0.1'], headers })
  expect(descriptor.auth).toEqual({ type: 'custom', header: 'x-acme-token', description: 'Ask Acme for one.' })
  const call = { allow: ['127.0.0.1'], credential: 'mine', credentials: () => hub.owner }
  expect(await callRemote(descriptor, { params: { text: 'hi' } }, call)).toMatchObject({ data: { text: 'HI' } })
  const with_ = (name: string, token: string) =>
    hub.invoke(name, { text: 'hi' }, { token: '', headers: { 'x-acme-token': token } })
  expect((await with_('acme-shout', 'skw_guessed')).status).toBe(401)
  expect((await with_('plain-shout', hub.owner)).status).toBe(401)
  expect((await with_('none-shout', hub.owner)).status).toBe(401)
  const later = await hub.invoke(
    'acme-shout',
    { text: 'hi' },
    { token: '', headers: { 'x-acme-token': hub.owner, prefer: 'respond-async' } },
  )
  const status = await hub.ask(later.body.status_url, { token: '', headers: { 'x-acme-token': hub.owner } })
  expect([later.status, status.status]).toEqual([202, 200])
})

test('knowledge without a contract has a descriptor that says how it is searched, and is listed', async () => {
  const list = await hub.ask('/.well-known/skill-descriptors')
  const found = list.body.items.find(({ name }: { name: string }) => name === '@ann/house-rules')
  const { body } = await hub.ask(found.descriptor_url)
  expect(body.inputs).toMatchObject([{ name: 'query', required: true }, { name: 'limit' }])
  const called = await hub.ask(body.endpoint.url, { method: 'POST', body: { query: 'where do bicycles go' } })
  expect(called.body.data.passages[0]).toMatchObject({ file: 'docs/rules.md', heading: 'Rules > Bicycles' })
})
