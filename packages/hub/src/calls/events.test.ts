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
