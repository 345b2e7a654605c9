import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from '../registry/fixtures/spawn-hub.ts'
import { SHOUT } from './fixtures/calling-hub.ts'

async function ask(
  { url, token }: SpawnedHub,
  path: string,
  options: { method?: string; body?: unknown; headers?: object } = {},
) {
  const { method = 'GET', body, headers = {} } = options
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is what it looks at.
  const told: any = await answer.json()
  return { status: answer.status, body: told }
}

test('two hubs on one folder are one hub: what one accepts the other knows, does and takes over', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-two-'))
  await using started = new AsyncDisposableStack()
  const start = () => {
    const hub = spawnHub({ dir: folder.path })
    // Even when the other did not start: a process that is left behind would keep the tests from ending.
    started.defer(async () => (await hub.catch(() => undefined))?.kill())
    return hub
  }
  const [first, second] = await Promise.all([start(), start()])
  const { archive } = await makePackage(SHOUT)
  const published = await fetch(`${first.url}/v1/skills/@ann/text-shout/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${first.token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(published.status).toBe(201)
  const place = '/v1/skills/@ann/text-shout/versions/1.0.0/invoke'
  const key = { 'idempotency-key': 'both' }
  const [one, two] = await Promise.all(
    [first, second].map((hub) => ask(hub, place, { method: 'POST', body: { text: 'same' }, headers: key })),
  )
  expect([one?.status, two?.status]).toEqual([200, 200])
  expect(one?.body.metadata.run_id).toBe(two?.body.metadata.run_id)
  const accepted = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      ask(i % 2 === 0 ? first : second, place, {
        method: 'POST',
        body: { text: `run ${i}` },
        headers: { prefer: 'respond-async' },
      }),
    ),
  )
  await first.kill()
  const states = async () =>
    Promise.all(accepted.map(async ({ body }) => (await ask(second, `/v1/runs/${body.execution_id}`)).body))
  await expect
    .poll(async () => (await states()).every(({ status }) => status === 'succeeded' || status === 'failed'))
    .toBe(true)
  for (const run of await states())
    if (run.status === 'failed') expect(run.errors[0].code).toBe('INTERRUPTED')
    else expect(run.response.data.text).toMatch(/^RUN \d$/)
})
