import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${hub.url}${path}`, { headers })

interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly security: readonly object[]
  readonly responses: object
}

async function readDescription() {
  return (await (await get('/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
}

test('a hub says that it runs and that it is ready', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  const ready = await get('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', packages: 'ok' } })
})

test('every answer has a request id, the caller’s when it is a plain word', async () => {
  const given = await get('/healthz', { 'x-request-id': 'my-request.1' })
  expect(given.headers.get('x-request-id')).toBe('my-request.1')
  for (const odd of ['', 'a b', '<script>', 'x'.repeat(65), '../..;']) {
    const made = (await get('/healthz', { 'x-request-id': odd })).headers.get('x-request-id')
    expect(made).toMatch(/^[\w-]{9,20}$/)
    expect(made).not.toBe(odd)
  }
})

test('no answer is taken for something else by a browser, or read by another site', async () => {
  for (const path of ['/healthz', '/nothing', '/', '/docs', '/openapi.json']) {
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
    const isPage = headers.get('content-type')?.startsWith('text/html')
    if (isPage)
      expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  }
})

describe('figures for Prometheus', () => {
  test('count requests by the pattern of their route', async () => {
    await get('/v1/skills/@nobody/one')
    await get('/v1/skills/@nobody/two')
    await get('/nowhere')
    const text = await (await get('/metrics', { authorization: `Bearer ${hub.adminToken}` })).text()
    expect(text).toMatch(
      /skillwright_hub_request_seconds_count\{method="GET",route="\/v1\/skills\/:scope\/:skill",status="404"\} 2/,
    )
    expect(text).toContain('route="(none)",status="404"')
    expect(text).not.toContain('nobody')
  })

  test('are for administrators alone, because they count what is private too', async () => {
    hub.hub.metrics.publishes.inc({ outcome: 'published' })
    expect((await get('/metrics')).status).toBe(401)
    const member = await hub.tokenFor('curious', ['read', 'publish', 'account'])
    expect((await get('/metrics', { authorization: `Bearer ${member}` })).status).toBe(403)
    const text = await (await get('/metrics', { authorization: `Bearer ${hub.adminToken}` })).text()
    expect(text).toContain('skillwright_hub_publishes_total{outcome="published"} 1')
    expect(text).toContain('skillwright_hub_request_seconds_count')
  })

  test('are each hub’s own', async () => {
    await using other = await startTestHub()
    const headers = { authorization: `Bearer ${other.adminToken}` }
    const text = await (await fetch(`${other.url}/metrics`, { headers })).text()
    expect(text).not.toContain('/v1/skills/:scope/:skill')
  })
})

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with every route, who may call it, and how it fails', async () => {
    const document = await readDescription()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/v1/tokens']?.post?.security).toEqual([{ token: ['account'] }, { session: ['account'] }])
    expect(document.paths['/v1/whoami']?.get?.security).toEqual([{}, { token: [] }, { session: [] }])
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.length).toBeGreaterThan(5)
    for (const operation of operations) {
      expect(operation.summary, JSON.stringify(operation)).toBeTruthy()
      expect(operation.responses).toHaveProperty('default')
    }
  })

  test('gives each operation its own id', async () => {
    const document = await readDescription()
    const ids = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ operationId }) => operationId ?? [])
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  test('refers to nothing that is not in it', async () => {
    const text = await (await get('/openapi.json')).text()
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference))
    const { components } = JSON.parse(text) as { components: { schemas: object } }
    for (const reference of references) {
      const [, name = reference] = /^#\/components\/schemas\/([^/]+)/.exec(reference) ?? []
      expect(components.schemas).toHaveProperty(name)
    }
    expect(references).toContain('#/components/schemas/Problem')
  })

  test('can be browsed without the network', async () => {
    const page = await get('/docs')
    const html = await page.text()
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, asset = '']) => new URL(asset, `${hub.url}/docs`),
    )
    expect(assets.length).toBeGreaterThan(3)
    for (const asset of assets) {
      expect(asset.origin).toBe(hub.url)
      const answer = await fetch(asset)
      expect(answer.status, asset.href).toBe(200)
      await answer.arrayBuffer()
    }
    expect((await get('/docs/json')).status).toBe(200)
  })
})
