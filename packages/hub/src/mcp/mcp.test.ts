import { request as httpRequest } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from '../calls/fixtures/calling-hub.ts'

let hub: CallingHub
let bea: string
let bound: string
beforeAll(async () => {
  // On a busy machine a first call takes long, which is not what is tried here.
  hub = await startCallingHub({ calls: { waitMs: 600_000 }, maxConnections: 100 })
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'quiet-words' })
  await hub.publish({ ...SHOUT, name: 'own-words' }, '?access=private')
  await hub.publish({ name: 'only-words' })
  bea = await hub.tokenFor('bea', ['read', 'invoke'])
  const made = await hub.ask('/v1/tokens', {
    method: 'POST',
    body: { name: 'agent', scopes: ['invoke'], bound_to: '@ann/quiet-words' },
  })
  bound = made.body.token
})
afterAll(() => hub[Symbol.asyncDispose]())

async function connect(token: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), { requestInit }))
  return client
}

const names = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name.replace(/_[0-9a-f]{8}$/, ''))

describe.each(['legacy', 'auto'] as const)('the official client (%s)', (mode) => {
  test('sees what its caller may call, and nothing else', async () => {
    expect(await names(await connect(hub.owner, mode))).toEqual(['ann_own-words', 'ann_quiet-words', 'ann_text-shout'])
    expect(await names(await connect(bea, mode))).toEqual(['ann_quiet-words', 'ann_text-shout'])
    expect(await names(await connect(bound, mode))).toEqual(['ann_quiet-words'])
  })

  test('calls a skill through the calls of the hub', async () => {
    const client = await connect(bea, mode)
    const { tools } = await client.listTools()
    const name = tools.find((tool) => tool.name.startsWith('ann_text-shout'))?.name ?? ''
    const { structuredContent } = await client.callTool({ name, arguments: { text: 'hello' } })
    expect(structuredContent).toEqual({ text: 'HELLO' })
    const latest = async () => (await hub.ask('/v1/runs?skill=@ann/text-shout', { token: bea })).body.items[0]
    await expect.poll(latest).toMatchObject({ via: 'mcp', status: 'succeeded', caller: '@bea' })
    expect(await client.callTool({ name, arguments: { text: 5.5, loud: 1 } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('INVALID_INPUT') }],
    })
  })

  test('hears of progress, and ends the run by cancelling or hanging up', async () => {
    const client = await connect(bea, mode)
    const { tools } = await client.listTools()
    const name = tools.find((tool) => tool.name.startsWith('ann_quiet-words'))?.name ?? ''
    const stop = new AbortController()
    const half = Promise.withResolvers<number>()
    const call = client.callTool(
      { name, arguments: { text: 'wait...' } },
      { signal: stop.signal, onprogress: ({ progress }) => half.resolve(progress) },
    )
    call.catch(() => undefined)
    expect(await half.promise).toBe(50)
    const running = async (status: string) =>
      (await hub.ask(`/v1/runs?skill=@ann/quiet-words&status=${status}`, { token: bea })).body.items.length
    const before = await running('cancelled')
    // Before 2026 a cancellation is a request of its own, which says nothing of the connection it is about.
    if (mode === 'auto') stop.abort()
    else await client.close()
    await expect(call).rejects.toThrow()
    await expect.poll(() => running('cancelled')).toBe(before + 1)
    expect(await running('running')).toBe(0)
  })
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const ACCEPT = { accept: 'application/json, text/event-stream' }

test('without a token a client learns where to get one', async () => {
  const { status, headers } = await hub.ask('/mcp', { method: 'POST', token: '', body: LIST, headers: ACCEPT })
  const metadata = /resource_metadata="(?<url>[^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.groups?.url ?? ''
  expect([status, metadata]).toEqual([401, `${hub.url}/.well-known/oauth-protected-resource/mcp`])
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: `${hub.url}/mcp`,
    bearer_methods_supported: ['header'],
  })
  const reader = await hub.tokenFor('cid', ['read'])
  expect((await hub.ask('/mcp', { method: 'POST', token: reader, body: LIST, headers: ACCEPT })).status).toBe(403)
})

test('pages of other sites, and names that were made to lead here, are refused', async () => {
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const all = { 'content-type': 'application/json', authorization: `Bearer ${bea}`, ...ACCEPT, ...headers }
      const sent = httpRequest(`${hub.url}/mcp`, { method: 'POST', headers: all }, ({ statusCode }) =>
        resolve(statusCode),
      )
      sent.on('error', reject).end(JSON.stringify(LIST))
    })
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ host: 'evil.example' })).toBe(403)
  expect(await status({ host: `localhost:${new URL(hub.url).port}` })).toBe(200)
})

test('a skill that may not be called is as absent as one that is not there', async () => {
  const client = await connect(bound)
  await expect(client.callTool({ name: 'ann_text-shout', arguments: { text: 'x' } })).rejects.toThrow(/Unknown tool/)
  const uri = 'skill://ann/text-shout/SKILL.md'
  await expect(client.readResource({ uri })).rejects.toThrow(/no resource/i)
  const caller = await connect(bea)
  expect(await caller.readResource({ uri })).toMatchObject({ contents: [{ uri }] })
  const [template] = (await caller.listResourceTemplates()).resourceTemplates
  const completed = await caller.complete({
    ref: { type: 'ref/resource', uri: template?.uriTemplate ?? '' },
    argument: { name: 'skill', value: '@ann/text' },
  })
  expect(completed.completion.values).toEqual(['@ann/text-shout'])
  // As a template is filled in (RFC 6570).
  const filled = `skill://${encodeURIComponent('@ann/text-shout')}/SKILL.md`
  expect(await caller.readResource({ uri: filled })).toMatchObject({ contents: [{ uri: filled }] })
})

test('a client that listens hears of a skill that was published', async () => {
  const client = await connect(bea)
  const changed = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve())
  const listening = await client.listen({ toolsListChanged: true })
  await hub.publish({ ...SHOUT, name: 'new-words' })
  await changed.promise
  expect(await names(client)).toContain('ann_new-words')
  await listening.close()
  await client.close()
})

test('a client that listens hears nothing of what it may not see, and nothing after its token was revoked', async () => {
  const listen = async (token: string) => {
    const client = await connect(token)
    let heard = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      heard++
    })
    await client.listen({ toolsListChanged: true })
    return { client, heard: () => heard }
  }
  const made = await hub.ask('/v1/tokens', { method: 'POST', body: { name: 'gone', scopes: ['read', 'invoke'] } })
  const [stranger, owner, gone] = [await listen(bea), await listen(hub.owner), await listen(made.body.token)]
  expect((await hub.ask(`/v1/tokens/${made.body.id}`, { method: 'DELETE' })).status).toBe(204)
  const grant = { method: 'PUT' }
  // Each is heard by the owner before the next one, so that the other would have heard it as well.
  const steps: [number, () => Promise<unknown>][] = [
    [0, () => hub.publish({ ...SHOUT, name: 'inner-words' }, '?access=private')],
    [1, () => hub.ask('/v1/skills/@ann/inner-words/grants/bea', grant)],
  ]
  let expected = 0
  for (const [i, [times, step]] of steps.entries()) {
    await step()
    expected += times
    await expect.poll(owner.heard, { timeout: 20_000 }).toBe(i + 1)
    await expect.poll(stranger.heard, { timeout: 20_000 }).toBe(expected)
  }
  expect(gone.heard()).toBe(0)
  for (const { client } of [stranger, owner, gone]) await client.close()
})

test('many calls in one request are refused, and do not count as one', async () => {
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'ann_text-shout', arguments: { text: 'x' } } }
  const batch = [1, 2, 3].map((id) => ({ ...call, id }))
  expect(await hub.ask('/mcp', { method: 'POST', token: bea, body: batch, headers: ACCEPT })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', detail: expect.stringContaining('a batch of 3') },
  })
})

test('one caller who listens again and again leaves room for others', async () => {
  const greedy = await connect(await hub.tokenFor('dan', ['read', 'invoke']))
  const listening = await Promise.all(Array.from({ length: 10 }, () => greedy.listen({ toolsListChanged: true })))
  await expect(greedy.listen({ toolsListChanged: true })).rejects.toThrow(/429|streams of events/)
  const other = await connect(bea)
  await (await other.listen({ toolsListChanged: true })).close()
  await listening[0]?.close()
  await expect
    .poll(() =>
      greedy.listen({ toolsListChanged: true }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await greedy.close()
  await other.close()
})
