import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from './build-server.ts'
import { createApp } from './create-app.ts'
import { openTestHub } from './fixtures/test-hub.ts'

const lines: string[] = []
let url: string
let closing: AsyncDisposableStack

beforeAll(async () => {
  closing = new AsyncDisposableStack()
  const { hub } = closing.use(await openTestHub())
  const app = createApp({ ...hub.config, logLevel: 'info' }, { logTo: { write: (line) => lines.push(line) } })
  closing.defer(() => app.close())
  await buildServer(app, hub, { groups: [{ routes: () => failingRoutes }] })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => closing.disposeAsync())

const config = { needs: 'anyone' } as const
const FAILURES: Readonly<Record<string, () => unknown>> = {
  bug: () => {
    throw new TypeError('secret inner words skw_abcdef123')
  },
  nothing: () => {
    throw undefined
  },
  known: () => {
    throw new SkillError('INTERNAL_ERROR', 'inner words', { details: { inner: 'detail' } })
  },
  refused: () => {
    throw new SkillError('CONFLICT', 'There is one already', { details: { there: 'yes', status: 1, code: 'no' } })
  },
  full: () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  },
  dead: () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })
  },
  waits: () => {
    throw new SkillError('RATE_LIMIT_EXCEEDED', 'Slower', { details: { retry_after_seconds: 7 } })
  },
}

function failingRoutes(app: FastifyInstance): void {
  app.get<{ Params: { how: string } }>('/fail/:how', { config }, ({ params }) => FAILURES[params.how]?.())
  app.post(
    '/things/:id',
    {
      config,
      bodyLimit: 200_000,
      schema: {
        params: { type: 'object', properties: { id: { type: 'integer' } } },
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { limit: { type: 'integer', maximum: 100 } },
        },
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: { name: { type: 'string' }, tags: { type: 'array', items: { enum: ['a', 'b'] } }, deep: {} },
        },
      },
    },
    ({ body, params, query }) => ({ body, params, query }),
  )
}

async function post(path: string, body: string, type = 'application/json') {
  const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': type } })
  return { status: answer.status, type: answer.headers.get('content-type'), body: (await answer.json()) as Problem }
}

interface Problem {
  readonly code: string
  readonly detail: string
  readonly issues?: unknown
}

const WRONG = [
  ['not JSON', '/things/1', '{', 400, 'INVALID_JSON', /must be one JSON value/],
  ['nothing', '/things/1', '', 400, 'INVALID_JSON', /empty/i],
  ['a key that reaches into prototypes', '/things/1', '{"__proto__":{}}', 400, 'INVALID_JSON', /__proto__/],
  ['a constructor that does', '/things/1', '{"constructor":{"prototype":{}}}', 400, 'INVALID_JSON', /__proto__/],
  [
    'JSON without end',
    '/things/1',
    `{"name":"x","deep":${'['.repeat(70_000)}${']'.repeat(70_000)}}`,
    413,
    'INPUT_TOO_LARGE',
    /levels/,
  ],
  ['too much', '/things/1', `"${'x'.repeat(200_000)}"`, 413, 'INPUT_TOO_LARGE', /larger/],
  ['a missing key', '/things/1', '{}', 400, 'INVALID_INPUT', /body\/name is required, but missing$/],
  ['an unknown key', '/things/1', '{"name":"x","other":1}', 400, 'INVALID_INPUT', /body\/other is not known here$/],
  ['a number for text', '/things/1', '{"name":5}', 400, 'INVALID_INPUT', /body\/name must be string/],
  [
    'a word that is none of the allowed',
    '/things/1',
    '{"name":"x","tags":["c"]}',
    400,
    'INVALID_INPUT',
    /body\/tags\/0.*a, b/,
  ],
  ['a word in the path for a number', '/things/x', '{"name":"x"}', 400, 'INVALID_INPUT', /params\/id must be integer/],
  [
    'a number too large in the query',
    '/things/1?limit=101',
    '{"name":"x"}',
    400,
    'INVALID_INPUT',
    /querystring\/limit must be <= 100/,
  ],
  ['an unknown word in the query', '/things/1?lmit=1', '{"name":"x"}', 400, 'INVALID_INPUT', /querystring\/lmit/],
] as const

test.each(WRONG)('%s is refused, saying where', async (_name, path, body, status, code, detail) => {
  const answer = await post(path, body)
  expect(answer).toMatchObject({ status, type: 'application/problem+json; charset=utf-8', body: { code, status } })
  expect(answer.body.detail).toMatch(detail)
})

test('what fits is taken, with numbers of the address read as numbers', async () => {
  const answer = await post('/things/7?limit=5', '{"name":"x"}')
  expect(answer).toMatchObject({ status: 200, body: { params: { id: 7 }, query: { limit: 5 }, body: { name: 'x' } } })
})

test('a wrong value is pointed at', async () => {
  const { body } = await post('/things/1', '{"name":"x","tags":["a","c"]}')
  expect(body.issues).toEqual([
    { in: 'body', pointer: '/tags/1', message: 'must be equal to one of the allowed values: a, b' },
  ])
})

test('another content type is refused as one', async () => {
  for (const type of ['text/plain', 'application/xml', 'nonsense'])
    expect(await post('/things/1', '{"name":"x"}', type)).toMatchObject({
      status: 415,
      body: { code: 'INVALID_INPUT' },
    })
})

test('a compressed body is refused before it is read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await fetch(`${url}/things/1`, { method: 'POST', body: 'x', headers })
  expect(answer.status).toBe(415)
  expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT', status: 415 })
})

test('what is not there is a problem like any other', async () => {
  const answer = await fetch(`${url}/nowhere?token=hunter2`, { headers: { 'x-request-id': 'mine' } })
  expect(answer.status).toBe(404)
  const body = await answer.json()
  expect(body).toEqual({
    type: 'urn:skillwright:error:DATA_NOT_FOUND',
    title: 'What was asked for does not exist.',
    status: 404,
    detail: 'There is nothing at GET /nowhere',
    code: 'DATA_NOT_FOUND',
    hint: 'The routes are listed at /docs',
    request_id: 'mine',
  })
})

test('an address that is none is refused', async () => {
  expect(await (await fetch(`${url}/things/%zz`)).json()).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
})

test('a bug discloses nothing to the caller, and everything in the log', async () => {
  lines.length = 0
  const answer = await fetch(`${url}/fail/bug`, { headers: { 'x-request-id': 'the-bug' } })
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL_ERROR', request_id: 'the-bug' })
  expect(text).not.toContain('inner words')
  const logged = lines.join('')
  expect(logged).toContain('secret inner words skw_***')
  expect(logged).toContain('problems.test.ts')
  expect(logged).toContain('"request_id":"the-bug"')
})

test('a bug that was foreseen discloses nothing either', async () => {
  const text = await (await fetch(`${url}/fail/known`)).text()
  expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(text).not.toContain('inner')
})

test('even nothing that is thrown is a problem', async () => {
  expect(await (await fetch(`${url}/fail/nothing`)).json()).toMatchObject({ code: 'INTERNAL_ERROR' })
})

test('details become members, but never replace the standard ones', async () => {
  const answer = await fetch(`${url}/fail/refused`)
  expect(await answer.json()).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    detail: 'There is one already',
    there: 'yes',
  })
})

test.each(['full', 'dead'])('a %s database is 503, without saying where it is', async (how) => {
  const answer = await fetch(`${url}/fail/${how}`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(text).not.toContain('10.1.2.3')
})

test('a caller who must wait is told how long', async () => {
  const answer = await fetch(`${url}/fail/waits`)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('7')
})

test('a route that does not say who may call it keeps the hub from starting', async () => {
  await using opened = await openTestHub()
  await using app = createApp(opened.hub.config)
  const routes = () => (scope: FastifyInstance) => void scope.get('/open-door', () => 'come in')
  await expect(buildServer(app, opened.hub, { groups: [{ routes }] })).rejects.toThrow(
    'GET /open-door does not say who may call it',
  )
})

test('the log has what changed something or failed, and no reads', async () => {
  lines.length = 0
  await fetch(`${url}/openapi.json`)
  await fetch(`${url}/nowhere?token=hunter2`)
  await post('/things/1?limit=3', '{"name":"secret-body"}')
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /nowhere 404',
    'POST /things/1 200',
  ])
  expect(lines.join('')).not.toMatch(/hunter2|secret-body/)
})
