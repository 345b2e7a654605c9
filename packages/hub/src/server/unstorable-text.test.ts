import type { OperationConfig } from '@skillwright/hub-api'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopesOfRole } from '../people/token-scopes.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { buildServer } from './build-server.ts'
import { createApp } from './create-app.ts'
import { openTestHub, tokenFor } from './fixtures/test-hub.ts'

const postgres = await testPostgres()

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface ServedRoute {
  readonly method: HTTPMethods
  readonly url: string
  readonly config: OperationConfig
  readonly query: readonly string[]
  readonly body: Schema | undefined
}

const ENGINES = [
  { kind: 'sqlite', available: true, settings: async () => ({}) },
  {
    kind: 'postgres',
    available: postgres.available,
    settings: async () => ({ databaseUrl: await postgres.freshDatabase() }),
  },
]

describe.each(ENGINES)('over $kind', ({ available, settings }) => {
  const closing = new AsyncDisposableStack()
  const routes: ServedRoute[] = []
  let app: FastifyInstance
  let token: string

  beforeAll(async () => {
    if (!available) return
    const opened = closing.use(await openTestHub(await settings()))
    app = createApp(opened.hub.config)
    closing.defer(() => app.close())
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      const { querystring, body } = (schema ?? {}) as { querystring?: Schema; body?: Schema }
      for (const one of [method].flat())
        if (config?.needs !== undefined && one !== 'HEAD')
          routes.push({
            ...{ method: one, url, body },
            config: { ...config, needs: config.needs },
            query: Object.keys(querystring?.properties ?? {}),
          })
    })
    await buildServer(app, opened.hub)
    token = await tokenFor(opened.hub, 'ann', scopesOfRole('admin'))
    expect((await publish('shout', {})).statusCode).toBe(201)
  })
  afterAll(() => closing.disposeAsync())

  const inject = (method: HTTPMethods, url: string, payload?: string) =>
    app.inject({
      ...{ method, url },
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })

  test.skipIf(!available)('a NUL in any part of any address is refused', async () => {
    expect(routes.length).toBeGreaterThan(70)
    const wrong: string[] = []
    for (const { method, url, query } of routes) {
      const parts = [...url.matchAll(/:\w+|\*/g)].map(([part]) => part)
      const addresses = [
        ...parts.map((part) => exampleOf(url.replace(part, 'a%00b'))),
        ...query.map((name) => `${exampleOf(url)}?${name}=a%00b`),
        `${exampleOf(url)}?unknown%00=1`,
      ]
      for (const address of addresses) {
        const { statusCode, body } = await inject(method, address)
        if (statusCode !== 400) wrong.push(`${method} ${address} gave ${statusCode} ${body.slice(0, 100)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.skipIf(!available).each(['\\u0000', '\\ud800', 'x\\udfffx'])(
    '%s in any text of any body is refused',
    async (bad) => {
      const wrong: string[] = []
      for (const { method, url, body } of routes) {
        // One takes any file, whatever is in it.
        if (body === undefined || method === 'GET' || url.endsWith('/uploads')) continue
        for (const document of [...documentsWith(body), '{"unknown":"BAD"}', '{"BAD":1}', '["BAD"]', '"BAD"']) {
          const { statusCode, body: said } = await inject(method, exampleOf(url), document.replaceAll('BAD', bad))
          // Some take no JSON at all.
          if (statusCode !== 400 && statusCode !== 415)
            wrong.push(`${method} ${url} ${document} gave ${statusCode} ${said}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test.skipIf(!available)('a cursor that no page gave is refused', async () => {
    const paged = routes.filter(({ query, method }) => query.includes('cursor') && method === 'GET')
    expect(paged.length).toBeGreaterThan(8)
    const lists = ['skills', 'versions', 'updated', 'name']
    const places = [[], [''], [1.5, 'x'], [1e300, 'x'], ['x', 1], [-1, 'x'], ['a\0b', 'x'], [1, 'a\0b'], [null], [{}]]
    const cursors = [
      ...places.map((place) => JSON.stringify(place)),
      ...lists.flatMap((list) => places.map((place) => JSON.stringify([list, ...place]))),
      ...['', 'x', '{}', '"x"', '1', 'null'],
    ].map((text) => Buffer.from(text).toString('base64url'))
    const wrong: string[] = []
    for (const { url } of paged)
      for (const cursor of [...cursors, '%2500', '%F0%9F%98%80', 'x'.repeat(500)]) {
        const { statusCode, body } = await inject('GET', `${exampleOf(url)}?q=words&cursor=${cursor}`)
        if (statusCode >= 500) wrong.push(`${url} ${cursor} gave ${statusCode} ${body}`)
      }
    expect(wrong).toEqual([])
  })

  test.skipIf(!available)(
    'a package with NULs in its texts is taken or refused, and shown like every other',
    async () => {
      const yaml = (field: string) => ({
        'SKILL.md': `---\nname: nul-words\ndescription: "Says a\\0word. Use when a word is to be said."\nversion: 1.0.0\nlicense: "M\\0IT"\nmetadata:\n  tags: ["te\\0xt"]\n${field}---\n# Words\n\nSay a word.\n`,
      })
      for (const field of ['', 'tags: ["te\\0xt"]\n', 'author: "\\0"\n']) {
        const { statusCode, body } = await publish('nul-words', yaml(field))
        expect(statusCode, body).toBeLessThan(500)
      }
      for (const url of ['/v1/skills', '/.well-known/agent-skills/index.json', '/v1/search?q=word'])
        expect((await inject('GET', url)).statusCode, url).toBe(200)
    },
  )

  test.skipIf(!available)('a form with NULs is refused', async () => {
    const payload = (text: string) =>
      JSON.stringify({ slug: 'shout', version: '1.0.1', displayName: 'x', changelog: text })
    for (const [said, file] of [
      ['a\0b', 'SKILL.md'],
      ['fine', 'SK\0ILL.md'],
    ] as const) {
      const form = `--b\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${payload(said)}\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="${file}"\r\n\r\nx\r\n--b--\r\n`
      const { statusCode, body } = await app.inject({
        ...{ method: 'POST', url: '/api/v1/skills', payload: form },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      })
      expect(statusCode, body).toBe(400)
    }
  })

  async function publish(name: string, files: Readonly<Record<string, string>>) {
    const { archive } = await makePackage({ name, ...(Object.keys(files).length === 0 ? {} : { input: null }), files })
    return app.inject({
      method: 'PUT',
      url: `/v1/skills/@ann/${name}/versions/1.0.0`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
      payload: Buffer.from(archive),
    })
  }
})

/** Documents as a schema describes them, with one text each that is to be replaced. */
function documentsWith(schema: Schema): string[] {
  return bodiesOf(schema).map((body) => JSON.stringify(body))
}

function bodiesOf({ type, properties = {}, items }: Schema): unknown[] {
  if ([type].flat().includes('string')) return ['BAD']
  if (items) return bodiesOf(items).map((item) => [item])
  return Object.entries(properties).flatMap(([key, inner]) => bodiesOf(inner).map((value) => ({ [key]: value })))
}

function exampleOf(url: string): string {
  return url
    .replaceAll(/:scope/g, 'ann')
    .replaceAll(/:(?:name|skill|slug)\b/g, 'shout')
    .replaceAll(/:version/g, '1.0.0')
    .replaceAll(/:\w+(?:\([^)]*\))?/g, 'example')
    .replaceAll('*', 'example')
}
