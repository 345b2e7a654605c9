import type { OperationConfig } from '@skillwright/hub-api'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '../people/create-person.ts'
import { parseBound } from '../people/token-bound.ts'
import { scopesOfRole, TOKEN_SCOPES } from '../people/token-scopes.ts'
import { createToken } from '../people/tokens.ts'
import type { SignedIn, TokenScope } from '../principal.ts'
import { buildServer } from './build-server.ts'
import { createApp } from './create-app.ts'
import { openTestHub, tokenFor } from './fixtures/test-hub.ts'
import { scopesOf } from './require-needs.ts'

interface ServedRoute {
  readonly method: HTTPMethods
  readonly url: string
  readonly config: OperationConfig
}

const closing = new AsyncDisposableStack()
const routes: ServedRoute[] = []
/** Without HEAD, which answers like GET, without a body. */
const withoutHead = () => routes.filter(({ method }) => method !== 'HEAD')
const guarded = () => withoutHead().filter(({ config }) => config.needs !== 'anyone')
let opened: Awaited<ReturnType<typeof openTestHub>>
let app: FastifyInstance
let boss: SignedIn

beforeAll(async () => {
  opened = closing.use(await openTestHub())
  app = createApp(opened.hub.config)
  closing.defer(() => app.close())
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (config?.needs !== undefined) routes.push({ method: one, url, config: { ...config, needs: config.needs } })
  })
  await buildServer(app, opened.hub)
  boss = await createPerson(opened.hub, { handle: 'boss', role: 'admin' })
})
afterAll(() => closing.disposeAsync())

const inject = async ({ method, url }: Pick<ServedRoute, 'method' | 'url'>, token: string | undefined) => {
  const headers = { 'x-request-id': 'same', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  return app.inject({ method, url: exampleOf(url), headers })
}
const token = async (limits: { scopes?: readonly TokenScope[]; boundTo?: string; expiresAt?: number }) => {
  const { boundTo, scopes = scopesOfRole('admin'), expiresAt = null } = limits
  const bound = boundTo === undefined ? {} : { boundTo: parseBound(boundTo) }
  return (await createToken(opened.hub, boss, { name: 'table', scopes, expiresAt, ...bound })).token
}

test('every route refuses every token that lacks a scope it needs, and no other for its scopes', async () => {
  expect(guarded().length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const scope of Object.keys(TOKEN_SCOPES) as TokenScope[]) {
    for (const [kind, scopes] of [
      ['only', [scope]],
      ['all but', scopesOfRole('admin').filter((other) => other !== scope)],
    ] as const) {
      const shown = await token({ scopes })
      for (const route of guarded()) {
        const { statusCode, body } = await inject(route, shown)
        const isRefused = statusCode === 403 && body.includes('This needs the scope')
        const isLacking = scopesOf(route.config.needs).some((needed) => !(scopes as readonly string[]).includes(needed))
        if (isRefused !== isLacking) wrong.push(`${route.method} ${route.url} gave ${kind} ${scope} ${statusCode}`)
        // It ended itself.
        if (route.url === '/v1/logout') await revive()
      }
    }
  }
  expect(wrong).toEqual([])
})

test('every route refuses an anonymous caller unless it is public, and credentials that are not valid', async () => {
  const ended = await token({})
  const { hub } = opened
  await hub.db.updateTable('tokens').set({ revoked_at: 1 }).where('name', '=', 'table').execute()
  const expired = await token({ expiresAt: hub.clock() - 1 })
  const wrong: string[] = []
  for (const route of routes) {
    if (route.config.needs !== 'anyone' && (await inject(route, undefined)).statusCode !== 401)
      wrong.push(`${route.method} ${route.url} without a token`)
    for (const authorization of [`Bearer ${ended}`, `Bearer ${expired}`, 'Bearer skw_nobody', 'Basic YTpi', 'x', '']) {
      const { statusCode } = await app.inject({ ...route, url: exampleOf(route.url), headers: { authorization } })
      if (statusCode !== 401) wrong.push(`${route.method} ${route.url} gave ${authorization} ${statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every route treats a token for another scope or skill as anonymous', async () => {
  const wrong: string[] = []
  for (const boundTo of ['@elsewhere', '@elsewhere/example', '@example/elsewhere']) {
    const shown = await token({ boundTo })
    for (const route of withoutHead()) {
      if (route.config.isOfToken) continue
      const [answer, stranger] = [await inject(route, shown), await inject(route, undefined)]
      const isAnonymous =
        route.config.needs === 'anyone'
          ? answer.statusCode === stranger.statusCode && answer.body === stranger.body
          : answer.statusCode === 403 && answer.body.includes(`Your token is for ${boundTo} alone`)
      if (!isAnonymous) wrong.push(`${route.method} ${route.url} gave ${boundTo} ${answer.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a token for a scope or skill is good for every route that is about it, and no other', async () => {
  const good = async (boundTo: string) => {
    const shown = await token({ boundTo })
    const taken: string[] = []
    for (const route of guarded()) {
      if (route.config.isOfToken) continue
      const { body } = await inject(route, shown)
      if (!body.includes('Your token is for')) taken.push(`${route.method} ${route.url}`)
    }
    return taken
  }
  const ofScope = guarded().filter(({ url }) => url.includes(':scope'))
  expect(await good('@example')).toEqual(ofScope.map(({ method, url }) => `${method} ${url}`))
  const ofSkill = ofScope.filter(({ url }) => /^\/v1\/(?:skills|review)\/:scope\/:(?:skill|name)/.test(url))
  expect(ofSkill.length).toBeGreaterThan(10)
  expect(await good('@example/example')).toEqual(ofSkill.map(({ method, url }) => `${method} ${url}`))
})

test('a token of a person who lost their role is refused', async () => {
  const shown = await tokenFor(opened.hub, 'fallen', scopesOfRole('admin'))
  const list = () => app.inject({ url: '/v1/people', headers: { authorization: `Bearer ${shown}` } })
  expect((await list()).statusCode).toBe(200)
  await opened.hub.db.updateTable('people').set({ role: 'member' }).where('handle', '=', 'fallen').execute()
  expect((await list()).statusCode).toBe(403)
})

async function revive(): Promise<void> {
  await opened.hub.db.updateTable('tokens').set({ revoked_at: null }).where('name', '=', 'table').execute()
}

function exampleOf(url: string): string {
  return url.replaceAll(/:\w+(?:\([^)]*\))?/g, 'example').replaceAll('*', 'example')
}
