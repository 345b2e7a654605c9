import { exampleInput, isObject } from '@skillwright/contract'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOfRole } from '../people/token-scopes.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { buildServer } from './build-server.ts'
import { createApp } from './create-app.ts'
import { openTestHub, tokenFor } from './fixtures/test-hub.ts'

const PRIVATE = 'hidden-thing'
const ABSENT = 'absent-thing'
const NAMED = /:(?:name|skill|slug|archive)\b/
/** What belongs to a caller and is named in an address by its id. */
const OWNED = /:(run|schedule|task)\b/
const ABSENT_ID = '00000000-0000-4000-8000-000000000000'
/** Routes that are asked about a skill in the query. */
const ASKED = [
  '/v1/resolve?name=',
  '/v1/resolve?name=@owner/',
  '/v1/search?q=',
  '/api/v1/search?q=',
  '/api/v1/resolve?slug=',
  '/v1/runs?skill=@owner/',
  '/v1/tasks?skill=@owner/',
  '/v1/schedules?skill=@owner/',
  '/v1/calendar?from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z&skill=@owner/',
  '/api/v1/download?slug=',
]
/** Routes that are asked about a skill in the body. */
const TOLD = [
  { url: '/v1/schedules', body: (skill: string) => ({ name: 'daily', skill: `@owner/${skill}`, cron: '0 7 * * *' }) },
  { url: '/mcp', body: (skill: string) => toolCall('run_skill', { skill: `@owner/${skill}` }) },
  { url: '/mcp', body: (skill: string) => toolCall(`owner_${skill}`, { text: 'a' }) },
]

const OWN_HEADER = 'x-hidden-token'
const SAME_ID = { 'x-request-id': 'same' }

const closing = new AsyncDisposableStack()
const routes: { method: HTTPMethods; url: string; body: unknown; query: unknown }[] = []
/** Ids of what the owner has of the private skill, by what an address calls it. */
const owned: Record<string, string> = {}
const callers: { name: string; headers: Record<string, string> }[] = [{ name: 'an anonymous caller', headers: {} }]
let app: FastifyInstance

beforeAll(async () => {
  const { hub } = closing.use(await openTestHub())
  app = createApp(hub.config)
  closing.defer(() => app.close())
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, body: schema?.body, query: schema?.querystring })
  })
  await buildServer(app, hub)
  const stranger = await tokenFor(hub, 'stranger', scopesOfRole('member'))
  callers.push(
    { name: 'another user', headers: { authorization: `Bearer ${stranger}` } },
    { name: 'a guess in the header that the skill names', headers: { [OWN_HEADER]: 'skw_guess' } },
    { name: 'another user by the header that the skill names', headers: { [OWN_HEADER]: stranger } },
  )
  const owner = await tokenFor(hub, 'owner', scopesOfRole('member'))
  const descriptor = JSON.stringify({ auth: { type: 'custom', header: OWN_HEADER, description: 'Ask its owner.' } })
  const { archive } = await makePackage({
    name: PRIVATE,
    manifest: { capability_type: 'task' },
    files: { 'descriptor.json': descriptor },
  })
  const published = await app.inject({
    method: 'PUT',
    url: `/v1/skills/@owner/${PRIVATE}/versions/1.0.0?access=private`,
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/gzip' },
    payload: Buffer.from(archive),
  })
  const seen = await app.inject({ url: `/v1/skills/@owner/${PRIVATE}`, headers: { authorization: `Bearer ${owner}` } })
  expect([published.statusCode, seen.statusCode]).toEqual([201, 200])
  const asOwner = { method: 'POST' as const, headers: { authorization: `Bearer ${owner}` } }
  const invoke = `/v1/skills/@owner/${PRIVATE}/versions/1.0.0/invoke`
  const called = await app.inject({ ...asOwner, url: invoke, payload: { text: 'a' } })
  const scheduled = { name: 'yearly', skill: `@owner/${PRIVATE}`, cron: '0 0 1 1 *', params: { text: 'a' } }
  const made = await app.inject({ ...asOwner, url: '/v1/schedules', payload: scheduled })
  Object.assign(owned, { run: called.json().execution_id, task: called.json().execution_id, schedule: made.json().id })
  for (const [kind, id] of Object.entries(owned)) {
    const { statusCode, body } = await app.inject({ ...asOwner, method: 'GET', url: `/v1/${kind}s/${id}` })
    expect(statusCode, body).toBe(200)
  }
})
afterAll(() => closing.disposeAsync())

test('every route answers a caller who may not see a private skill as if it did not exist', async () => {
  const named = routes.filter(({ url }) => NAMED.test(url))
  expect(named.length).toBeGreaterThan(20)
  const asked = ASKED.map((url) => ({ method: 'GET' as const, url: `${url}:name`, body: undefined }))
  // ClawHub's clients may say whose it is.
  const prefixed = named.map((route) => ({ ...route, url: route.url.replace(':slug', 'owner--:slug') }))
  for (const { method, url, body } of [...named, ...prefixed.filter(({ url }) => url.includes('--')), ...asked])
    for (const { name, headers } of callers) {
      const answers = []
      for (const skill of [PRIVATE, ABSENT]) {
        const request = {
          method,
          url: exampleOf(url, skill),
          headers: { ...headers, ...SAME_ID },
          ...(hasBody(method) ? { payload: exampleBody(body) } : {}),
        }
        answers.push(comparable(await app.inject(request), skill))
      }
      expect(answers[0], `${method} ${url} for ${name}`).toEqual(answers[1])
    }
})

test('every route answers for the run, schedule or task of another as if there were none', async () => {
  const about = routes.filter(({ url }) => OWNED.test(url))
  expect(new Set(about.map(({ url }) => OWNED.exec(url)?.[1]))).toEqual(new Set(Object.keys(owned)))
  for (const { method, url, body } of about)
    for (const { name, headers } of callers) {
      const answers = []
      for (const id of [owned[OWNED.exec(url)?.[1] ?? ''] ?? '', ABSENT_ID]) {
        const request = {
          method,
          url: exampleOf(url.replace(OWNED, id), PRIVATE),
          headers: { ...headers, ...SAME_ID },
          ...(hasBody(method) ? { payload: exampleBody(body) } : {}),
        }
        answers.push(comparable(await app.inject(request), id))
      }
      expect(answers[0], `${method} ${url} for ${name}`).toEqual(answers[1])
    }
})

test('no route that takes a skill in its query or body is left out here', () => {
  const takes = (schema: unknown, fields: readonly string[]) => {
    const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
    return fields.filter((field) => field in properties)
  }
  const asking = routes.flatMap(({ method, url, query }) =>
    takes(method === 'GET' ? query : undefined, ['skill', 'slug', 'name', 'q']).map((field) => ({ url, field })),
  )
  const isAsked = ({ url, field }: { url: string; field: string }) =>
    ASKED.some((asked) => asked.startsWith(`${url}?`) && asked.includes(`${field}=`))
  expect(asking.filter((one) => !isAsked(one))).toEqual([])
  // What a schedule of one's own is changed to is judged as a new one is.
  const telling = routes.filter(({ url, body }) => !OWNED.test(url) && takes(body, ['skill', 'slug']).length > 0)
  expect(telling.map(({ url }) => url).filter((url) => !TOLD.some((told) => told.url === url))).toEqual([])
})

test('a private skill that is named in a body is answered for as if it did not exist', async () => {
  for (const { url, body } of TOLD)
    for (const { name, headers } of callers) {
      const answers = []
      for (const skill of [PRIVATE, ABSENT]) {
        const accept = 'application/json, text/event-stream'
        const request = {
          method: 'POST' as const,
          url,
          payload: body(skill),
          headers: { ...headers, ...SAME_ID, accept },
        }
        answers.push(comparable(await app.inject(request), skill))
      }
      expect(answers[0], `${url} for ${name}`).toEqual(answers[1])
    }
})

test('no list, search, count or figure tells of a private skill', async () => {
  const lists = routes.filter(({ method, url }) => method === 'GET' && !/[:*]/.test(url))
  expect(lists.length).toBeGreaterThan(10)
  const urls = [
    ...lists.map(({ url }) => url),
    `/v1/skills?scope=owner`,
    '/v1/search?q=capital+letters',
    '/@owner/.well-known/skills/index.json',
  ]
  for (const url of urls)
    for (const { name, headers } of callers)
      expect((await app.inject({ url, headers })).body, `${url} for ${name}`).not.toContain(PRIVATE)
})

function toolCall(name: string, args: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
}

/** A body that a route takes, so that what it names is looked for; packages and forms are sent none. */
function exampleBody(schema: unknown): object {
  const example = isObject(schema) && schema.content === undefined ? exampleInput(schema) : {}
  return isObject(example) ? example : {}
}

function hasBody(method: HTTPMethods): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function exampleOf(url: string, skill: string): string {
  return url
    .replaceAll(new RegExp(NAMED, 'g'), skill)
    .replaceAll(/:scope\b/g, 'owner')
    .replaceAll(/:version\b/g, '1.0.0')
    .replaceAll(/:\w+/g, 'example')
    .replaceAll('*', 'SKILL.md')
}

function comparable({ statusCode, headers, body }: Awaited<ReturnType<FastifyInstance['inject']>>, skill: string) {
  const { date: _date, ...rest } = headers
  return { statusCode, text: JSON.stringify([rest, body]).replaceAll(skill, 'SKILL') }
}
