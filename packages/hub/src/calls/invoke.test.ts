import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub()
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'hidden-shout' }, '?access=private')
  await hub.publish({ ...SHOUT, name: 'known-shout' }, '?access=restricted')
})
afterAll(() => hub[Symbol.asyncDispose]())

const HELLO = { text: 'hello' }
const SLOW = { text: 'wait...' }
const shout = (body: unknown, options = {}) => hub.invoke('text-shout', body, options)
const code = ({ status, body }: { status: number; body: { errors?: { code: string }[] } }) => [
  status,
  body.errors?.[0]?.code,
]

test.each([
  ['parameters alone', HELLO],
  ['a whole request', { action: 'run', params: HELLO, context: { request_id: 'r1' } }],
])('%s are answered with the response of the skill', async (_what, body) => {
  const { status, body: response } = await shout(body)
  expect([status, response]).toMatchObject([200, { status: 'success', data: { text: 'HELLO' } }])
  expect(response.metadata).toMatchObject({ run_id: expect.any(String), containment: { kind: expect.any(String) } })
})

test.each([
  ['a parameter of another name', { texts: 'x' }, 400, 'INVALID_INPUT'],
  ['nothing', {}, 400, 'MISSING_REQUIRED_PARAM'],
  ['an action that is not there', { action: 'sing', params: HELLO }, 404, 'UNKNOWN_ACTION'],
  ['something between a request and parameters', { params: HELLO, text: 'x' }, 400, 'INVALID_INPUT'],
  ['a list', [1], 400, 'INVALID_INPUT'],
  ['too much', { text: 'x'.repeat(1_100_000) }, 413, 'INPUT_TOO_LARGE'],
])('%s is a failed response with the status of its code', async (_what, body, status, expected) => {
  const answer = await shout(body)
  expect(code(answer)).toEqual([status, expected])
  expect(answer.body).toMatchObject({ status: 'failed', errors: [{ recoverable: true }] })
})

test.each(['{"text": "a", "text": "b"}', '{"text": 9223372036854775807}', '{"text": 1e400}', '{"text": "a"'])(
  'the body %s, which would be read as something else, is refused',
  async (body) => {
    const answer = await fetch(`${hub.url}/v1/skills/@ann/text-shout/versions/1.0.0/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hub.owner}` },
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { status: 'failed' }])
  },
)

test('a caller without a token, or with one that may not call, is refused', async () => {
  expect(code(await shout(HELLO, { token: '' }))).toEqual([401, 'AUTHENTICATION_REQUIRED'])
  const reader = await hub.tokenFor('rosa', ['read'])
  expect(code(await shout(HELLO, { token: reader }))).toEqual([403, 'PERMISSION_DENIED'])
})

test('a token is taken as a key too, and never two credentials', async () => {
  const key = { 'x-api-key': hub.owner }
  expect((await shout(HELLO, { token: '', headers: key })).status).toBe(200)
  expect((await shout(HELLO, { token: '', headers: { 'x-api-key': 'skw_nobody' } })).status).toBe(401)
  expect((await shout(HELLO, { headers: key })).status).toBe(401)
})

test('a private skill is absent to those who may not know of it, a restricted one is for callers with a token', async () => {
  const stranger = await hub.tokenFor('rosa', ['read', 'invoke'])
  const [hidden, absent] = [
    await hub.invoke('hidden-shout', HELLO, { token: stranger }),
    await hub.invoke('absent-shout', HELLO, { token: stranger }),
  ]
  expect(code(hidden)).toEqual([404, 'DATA_NOT_FOUND'])
  expect(hidden.body.errors[0].message.replace('hidden', 'absent')).toBe(absent.body.errors[0].message)
  expect((await hub.invoke('hidden-shout', HELLO)).status).toBe(200)
  expect((await hub.invoke('known-shout', HELLO, { token: stranger })).status).toBe(200)
})

test('a run that is asked for later is accepted at once, and its status and result are where it says', async () => {
  const { status, headers, body: accepted } = await shout(HELLO, { headers: { prefer: 'respond-async' } })
  expect([status, headers.get('preference-applied')]).toEqual([202, 'respond-async'])
  expect(headers.get('location')).toBe(accepted.status_url)
  await expect.poll(async () => (await hub.ask(accepted.status_url)).body.status).toBe('succeeded')
  expect(await hub.ask(accepted.result_url)).toMatchObject({ status: 200, body: { data: { text: 'HELLO' } } })
})

test('what does not fit is refused also when it is asked for later', async () => {
  expect(code(await shout({}, { headers: { prefer: 'respond-async' } }))).toEqual([400, 'MISSING_REQUIRED_PARAM'])
})

test('a call that takes longer than the caller waits goes on, tells its progress, and ends when it is cancelled', async () => {
  const { status, body: accepted } = await shout(SLOW, { headers: { prefer: 'wait=0' } })
  expect([status, accepted.status]).toEqual([202, 'running'])
  await expect.poll(async () => (await hub.ask(accepted.status_url)).body.progress).toBe(0.5)
  expect(await hub.ask(accepted.result_url)).toMatchObject({ status: 202, body: { status: 'running' } })
  const cancel = accepted.status_url.replace('/status/', '/cancel/')
  expect((await hub.ask(cancel, { method: 'POST' })).status).toBe(200)
  await expect.poll(async () => (await hub.ask(accepted.status_url)).body.status).toBe('cancelled')
  expect(code(await hub.ask(accepted.result_url))).toEqual([499, 'CANCELLED'])
  expect((await hub.ask(cancel, { method: 'POST' })).body.status).toBe('cancelled')
})

test('the same key is the same run and its answer; with another request it is a conflict', async () => {
  const headers = { 'idempotency-key': 'one' }
  const [first, second] = [await shout(HELLO, { headers }), await shout(HELLO, { headers })]
  expect(second.body).toEqual(first.body)
  expect(code(await shout({ text: 'other' }, { headers }))).toEqual([409, 'CONFLICT'])
  const other = await hub.tokenFor('rosa', ['read', 'invoke'])
  const theirs = await shout(HELLO, { headers, token: other })
  expect(theirs.body.metadata.run_id).not.toBe(first.body.metadata.run_id)
})

test('a key that many show at the same moment is one run, for each caller one; who shows it with another request is refused', async () => {
  const olga = await hub.tokenFor('olga', ['read', 'invoke'])
  const key = { 'idempotency-key': 'at once' }
  const call = (text: string, token: string, more = {}) =>
    hub.invoke('text-shout', { text }, { token, headers: { ...key, ...more } })
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) => call('mine', hub.owner, i % 2 === 0 ? {} : { prefer: 'respond-async' })),
    call('mine', olga),
  ])
  const runs = answers.map(({ body }) => body.execution_id ?? body.metadata?.run_id)
  const [first] = runs
  expect(new Set(runs.slice(0, 6))).toEqual(new Set([first]))
  expect(runs[6]).not.toBe(first)
  const others = await Promise.all(Array.from({ length: 3 }, () => call('other', hub.owner)))
  expect(others.map(({ status }) => status)).toEqual([409, 409, 409])
  await expect.poll(async () => (await hub.ask(`/v1/runs/${first}`)).body.response?.data).toEqual({ text: 'MINE' })
})

test('a run that is cancelled while it ends has one outcome, and its result says the same', async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const { body } = await hub.invoke('text-shout', { text: `${i}` }, { headers: { prefer: 'respond-async' } })
      const cancels = Array.from({ length: 3 }, () =>
        hub.ask(body.status_url.replace('/status/', '/cancel/'), { method: 'POST' }),
      )
      expect((await Promise.all(cancels)).map(({ status }) => status)).toEqual([200, 200, 200])
      return body
    }),
  )
  for (const run of runs) {
    const state = async () => (await hub.ask(run.status_url)).body.status
    await expect.poll(state).toMatch(/succeeded|cancelled/)
    const [status, { body: result }] = [await state(), await hub.ask(run.result_url)]
    expect([status, result.status]).toEqual(status === 'succeeded' ? ['succeeded', 'success'] : ['cancelled', 'failed'])
    await hub.ask(run.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
    expect(await state()).toBe(status)
  }
})

test('the same key is the same run for those who ask for the latest version, also when there is a newer one by then', async () => {
  await hub.publish({ ...SHOUT, name: 'growing-shout' })
  const call = (version: string) =>
    hub.ask(`/v1/skills/@ann/growing-shout/versions/${version}/invoke`, {
      method: 'POST',
      body: HELLO,
      headers: { 'idempotency-key': 'growing' },
    })
  const first = await call('latest')
  await hub.publish({ ...SHOUT, name: 'growing-shout', version: '1.0.1' })
  expect(await call('latest')).toMatchObject({ status: 200, body: first.body })
  expect(code(await call('1.0.1'))).toEqual([409, 'CONFLICT'])
})

test('the same key is the same run, also when the skill would not take such a request any more', async () => {
  await hub.publish({ ...SHOUT, name: 'strict-shout' })
  const call = (key: string, prefer: string) =>
    hub.ask('/v1/skills/@ann/strict-shout/versions/latest/invoke', {
      method: 'POST',
      body: { text: 'a longer text' },
      headers: { 'idempotency-key': key, prefer },
    })
  const first = await call('waited for', 'wait=20')
  const later = await call('for later', 'respond-async')
  const input = { text: { type: 'string', maxLength: 5, description: 'What is to be shouted.' } }
  await hub.publish({ ...SHOUT, name: 'strict-shout', version: '2.0.0', input })
  expect((await call('waited for', 'wait=20')).body).toEqual(first.body)
  expect(await call('for later', 'respond-async')).toMatchObject({
    status: 202,
    body: { execution_id: later.body.execution_id },
  })
  expect(code(await call('another', 'respond-async'))).toEqual([400, 'PARAM_OUT_OF_RANGE'])
})

test('runs are listed for their caller and for administrators, and are absent to others', async () => {
  const { body: response } = await shout({ text: 'mine' })
  const path = `/v1/runs/${response.metadata.run_id}`
  await expect.poll(async () => (await hub.ask(path)).status).toBe(200)
  expect((await hub.ask(path)).body).toMatchObject({
    name: '@ann/text-shout',
    version: '1.0.0',
    caller: '@ann',
    via: 'http',
    status: 'succeeded',
    request: { params: { text: 'mine' } },
    response: { data: { text: 'MINE' } },
    duration_ms: expect.any(Number),
  })
  const other = await hub.tokenFor('otto', ['read', 'invoke'])
  expect((await hub.ask(path, { token: other })).status).toBe(404)
  expect((await hub.ask('/v1/runs', { token: other })).body.items).toEqual([])
  expect((await hub.ask('/v1/runs?caller=@ann', { token: other })).status).toBe(403)
  const all = await hub.ask('/v1/runs?caller=@ann&skill=@ann/text-shout&limit=1', { token: hub.adminToken })
  expect(all.body).toMatchObject({ items: [{ caller: '@ann' }], next_cursor: expect.any(String) })
  const next = `/v1/runs?caller=@ann&skill=@ann/text-shout&limit=1&cursor=${all.body.next_cursor}`
  const second = await hub.ask(next, { token: hub.adminToken })
  expect(second.body.items[0].execution_id).not.toBe(all.body.items[0].execution_id)
})

test('runs are found by the error that they ended with', async () => {
  const { body: wrong } = await shout({ text: 5, more: true })
  const search = (query: string) => hub.ask(`/v1/runs?${query}`)
  const found = async (query: string) =>
    (await search(query)).body.items.map((run: { error_code?: string }) => run.error_code)
  const ids = async () =>
    (await search('error_code=INVALID_INPUT')).body.items.map((run: { execution_id: string }) => run.execution_id)
  await expect.poll(ids).toContain(wrong.metadata.run_id)
  expect(new Set(await found('error_code=INVALID_INPUT&status=failed'))).toEqual(new Set(['INVALID_INPUT']))
  expect(await found('error_code=INVALID_INPUT&status=succeeded')).toEqual([])
  expect(await found('error_code=OF_NOBODY')).toEqual([])
})

test('a token for one skill calls it and reads its runs, and nothing of another', async () => {
  const { boundText, parseBound } = await import('../people/token-bound.ts')
  const { createToken } = await import('../people/tokens.ts')
  const ann = await hub.hub.db.selectFrom('people').selectAll().where('handle', '=', 'ann').executeTakeFirstOrThrow()
  const boundTo = parseBound('@ann/text-shout')
  expect(boundText(boundTo)).toBe('@ann/text-shout')
  const made = await createToken(hub.hub, ann, { name: 'one', scopes: ['read', 'invoke'], expiresAt: null, boundTo })
  const { token } = made
  const { status, body } = await shout(HELLO, { token, headers: { prefer: 'respond-async' } })
  expect(status).toBe(202)
  expect((await hub.ask(body.status_url, { token })).status).toBe(200)
  expect((await hub.ask(body.status_url.replace('text-shout', 'known-shout'), { token })).status).toBe(403)
  expect((await hub.ask(body.status_url.replace('text-shout', 'known-shout'))).status).toBe(404)
  expect(code(await hub.invoke('known-shout', HELLO, { token }))).toEqual([403, 'PERMISSION_DENIED'])
})

test('calls are counted by skill and code', async () => {
  const { body } = await hub.ask('/metrics', { token: hub.adminToken })
  expect(body).toMatch(/skillwright_hub_call_seconds_count\{skill="@ann\/text-shout",code="OK"\} \d+/)
  expect(body).toMatch(/skillwright_hub_call_seconds_count\{skill="@ann\/text-shout",code="INVALID_INPUT"\} \d+/)
})
