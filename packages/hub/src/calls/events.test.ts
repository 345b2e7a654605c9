import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub()
  await hub.publish(SHOUT)
})
afterAll(() => hub[Symbol.asyncDispose]())

interface Happening {
  readonly id: string | undefined
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Reads events until one is the last that is wanted, then hangs up. */
async function* eventsOf(url: string, headers: Record<string, string> = {}): AsyncGenerator<Happening> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${hub.owner}`, ...headers } })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
      if (fields.event !== undefined) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
    }
  }
}

test('events tell what happens, go on after the last one that was seen, and end with the result', async () => {
  const { body } = await hub.invoke('text-shout', { text: 'wait...' }, { headers: { prefer: 'respond-async' } })
  const first: Happening[] = []
  for await (const one of eventsOf(body.events_url)) {
    first.push(one)
    if (one.event === 'progress') break
  }
  expect(first.at(-1)).toMatchObject({ event: 'progress', data: { done: 0.5, message: 'halfway' } })
  await hub.ask(body.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
  const seen = first.at(-1)?.id ?? ''
  const rest: Happening[] = []
  for await (const one of eventsOf(body.events_url, { 'last-event-id': seen })) rest.push(one)
  expect(rest.every(({ id }) => id === undefined || Number(id) > Number(seen))).toBe(true)
  expect(rest.map(({ event, data }) => [event, data.state ?? data.status])).toEqual([
    ['state', 'cancelled'],
    ['result', 'cancelled'],
  ])
})

test('events of another caller are absent', async () => {
  const { body } = await hub.invoke('text-shout', { text: 'a' }, { headers: { prefer: 'respond-async' } })
  const other = await hub.tokenFor('otto', ['read', 'invoke'])
  expect((await hub.ask(body.events_url, { token: other })).status).toBe(404)
})

test('a stream tells nothing more to a caller whose account was closed', async () => {
  const token = await hub.tokenFor('rosa', ['read', 'invoke'])
  const { body } = await hub.invoke('text-shout', { text: 'wait...' }, { token, headers: { prefer: 'respond-async' } })
  const heard: string[] = []
  for await (const { event } of eventsOf(body.events_url, { authorization: `Bearer ${token}` })) {
    heard.push(event)
    if (event !== 'progress') continue
    const closed = { method: 'PATCH', token: hub.adminToken, body: { disabled: true } }
    expect((await hub.ask('/v1/people/rosa', closed)).status).toBeLessThan(300)
    await hub.ask(body.status_url.replace('/status/', '/cancel/'), { method: 'POST', token: hub.adminToken })
  }
  expect(heard.at(-1)).toBe('progress')
})
