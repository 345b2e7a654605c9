import { readDescriptor } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const INPUT = { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } }
const SEVERAL = {
  version: '1.0.0',
  description: 'Turns text into capital letters. Use when the user wants a text to be shouted.',
  actions: {
    loud: { description: 'Shouts.', input: INPUT, output: INPUT, idempotent: true },
    soft: { description: 'Whispers.', input: INPUT, output: INPUT },
  },
}

let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub({ calls: { tiers: [] } })
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'hidden-shout' }, '?access=private')
  await hub.publish({
    ...SHOUT,
    name: 'two-voices',
    files: { ...SHOUT.files, 'contract.json': JSON.stringify(SEVERAL) },
  })
  await hub.publish({ name: 'only-text' })
})
afterAll(() => hub[Symbol.asyncDispose]())

const descriptorOf = (name: string, query = '', options = {}) =>
  hub.ask(`/v1/skills/@ann/${name}/versions/latest/descriptor${query}`, options)

test('a skill that is run here is described with addresses that work', async () => {
  const { status, body } = await descriptorOf('text-shout')
  expect([status, body]).toMatchObject([
    200,
    {
      id: '@ann/text-shout',
      version: '1.0.0',
      access: 'public',
      auth: { type: 'api_key', header: 'X-API-Key' },
      endpoint: {
        url: `${hub.url}/v1/skills/@ann/text-shout/versions/1.0.0/invoke`,
        method: 'POST',
        status_url: `${hub.url}/v1/skills/@ann/text-shout/status/{execution_id}`,
        result_url: `${hub.url}/v1/skills/@ann/text-shout/result/{execution_id}`,
      },
    },
  ])
  const { endpoint, auth } = readDescriptor(body)
  const called = await hub.ask(endpoint.url, {
    method: 'POST',
    token: '',
    headers: { [auth.header ?? '']: hub.owner },
    body: { text: 'x' },
  })
  expect(called).toMatchObject({ status: 200, body: { data: { text: 'X' } } })
})

test('each of several actions has its own', async () => {
  expect((await descriptorOf('two-voices')).status).toBe(404)
  const { body } = await descriptorOf('two-voices', '?action=soft')
  expect(body.endpoint.url).toBe(`${hub.url}/v1/skills/@ann/two-voices/versions/1.0.0/actions/soft/invoke`)
  const called = await hub.ask(body.endpoint.url, { method: 'POST', body: { text: 'x' } })
  expect(called).toMatchObject({ status: 200, body: { data: { text: 'X' } } })
  const both = await hub.ask(body.endpoint.url, { method: 'POST', body: { action: 'loud', params: { text: 'x' } } })
  expect(both).toMatchObject({ status: 400, body: { errors: [{ code: 'INVALID_INPUT' }] } })
})

test('what this hub does not run for a caller has no descriptor, and says why', async () => {
  const other = await hub.tokenFor('rosa', ['read', 'invoke'])
  const { status, body } = await descriptorOf('text-shout', '', { token: other })
  expect([status, body.detail]).toEqual([404, expect.stringContaining('it is community')])
  expect((await descriptorOf('only-text')).body.detail).toContain('nothing to run')
  expect((await hub.invoke('text-shout', { text: 'x' }, { token: other })).status).toBe(403)
})

test('the index lists what the caller can call, every action of it, a page at a time', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await hub.ask(`/.well-known/skill-descriptors?limit=1${cursor}`)
    for (const item of body.items) seen.push(item.descriptor_url.slice(hub.url.length))
    cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`
  } while (cursor !== '')
  const path = (name: string) => `/v1/skills/@ann/${name}/versions/1.0.0/descriptor`
  expect(seen).toEqual([
    path('hidden-shout'),
    path('text-shout'),
    `${path('two-voices')}?action=loud`,
    `${path('two-voices')}?action=soft`,
  ])
  expect((await hub.ask('/.well-known/skill-descriptors', { token: '' })).body.items).toEqual([])
})

test('strangers call public skills where the operator lets them, and only those', async () => {
  await using open = await startCallingHub({ calls: { anonymous: true } })
  await open.publish(SHOUT)
  await open.publish({ ...SHOUT, name: 'known-shout' }, '?access=restricted')
  const { body } = await open.ask('/v1/skills/@ann/text-shout/versions/latest/descriptor', { token: '' })
  expect(body.auth).toEqual({ type: 'none' })
  const called = await open.ask(body.endpoint.url, {
    method: 'POST',
    token: '',
    body: { text: 'x' },
    headers: { prefer: 'respond-async' },
  })
  expect(called.status).toBe(202)
  expect((await open.ask(called.body.status_url, { token: '' })).status).toBe(200)
  expect((await open.ask(called.body.status_url)).status).toBe(404)
  expect((await open.invoke('known-shout', { text: 'x' }, { token: '' })).status).toBe(401)
  const reader = await open.tokenFor('rosa', ['read'])
  expect((await open.invoke('text-shout', { text: 'x' }, { token: reader })).status).toBe(403)
})
