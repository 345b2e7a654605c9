import type { FastifyInstance, HTTPMethods } from 'fastify'
import { expect, test } from 'vitest'
import type { Needs } from '../api/operation.ts'
import { scopesOfRole } from '../people/tokens.ts'
import type { TokenScope } from '../principal.ts'
import { buildServer } from './build-server.ts'
import { createApp } from './create-app.ts'
import { openTestHub, tokenFor } from './hub-under-test.ts'

interface ServedRoute {
  readonly method: HTTPMethods
  readonly url: string
  readonly needs: Needs
}

/** Who has less than a route needs, by what it needs. */
const ORDER: readonly TokenScope[] = ['read', 'invoke', 'publish', 'review', 'admin']

test('every route refuses everybody who has less than it needs', async () => {
  await using opened = await openTestHub()
  await using app = createApp(opened.hub.config)
  const routes = collectRoutes(app)
  await buildServer(app, opened.hub)
  const callers = new Map<string, string | undefined>([['anonymous', undefined]])
  for (const scope of ORDER) callers.set(scope, await tokenFor(opened.hub, `only-${scope}`, [scope]))
  const guarded = routes.filter(({ needs }) => needs !== 'anyone')
  expect(guarded.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { method, url, needs } of guarded)
    for (const [caller, token] of callers) {
      if (!isLess(caller, needs)) continue
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { statusCode } = await app.inject({ method, url: exampleOf(url), headers })
      const expected = token === undefined ? 401 : 403
      if (statusCode !== expected) wrong.push(`${method} ${url} needs ${needs}, gave ${caller} ${statusCode}`)
    }
  expect(wrong).toEqual([])
})

test('a token that shows nothing valid is refused by every route', async () => {
  await using opened = await openTestHub()
  await using app = createApp(opened.hub.config)
  const routes = collectRoutes(app)
  await buildServer(app, opened.hub)
  const wrong: string[] = []
  for (const { method, url } of routes)
    for (const authorization of ['Bearer skw_nobody', 'Basic YTpi', 'nonsense', '']) {
      const { statusCode } = await app.inject({ method, url: exampleOf(url), headers: { authorization } })
      if (statusCode !== 401) wrong.push(`${method} ${url} gave ${authorization} ${statusCode}`)
    }
  expect(wrong).toEqual([])
})

test('a token of a person who lost their role is refused', async () => {
  await using opened = await openTestHub()
  await using app = createApp(opened.hub.config)
  await buildServer(app, opened.hub)
  const token = await tokenFor(opened.hub, 'fallen', scopesOfRole('admin'))
  const list = () => app.inject({ url: '/v1/people', headers: { authorization: `Bearer ${token}` } })
  expect((await list()).statusCode).toBe(200)
  await opened.hub.db.updateTable('people').set({ role: 'member' }).where('handle', '=', 'fallen').execute()
  expect((await list()).statusCode).toBe(403)
})

function collectRoutes(app: FastifyInstance): ServedRoute[] {
  const routes: ServedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (config?.needs !== undefined) routes.push({ method: one, url, needs: config.needs })
  })
  return routes
}

/** Somebody signed in has nothing less than a route that only needs that; scopes are only had by whoever has them. */
function isLess(caller: string, needs: Needs): boolean {
  if (caller === 'anonymous') return true
  const [has, wanted] = [caller, needs].map((name) => ORDER.findIndex((scope) => `${scope}` === name))
  return needs !== 'signed-in' && (has ?? 0) < (wanted ?? 0)
}

function exampleOf(url: string): string {
  return url.replaceAll(/:\w+(?:\([^)]*\))?/g, 'example').replaceAll('*', 'example')
}
