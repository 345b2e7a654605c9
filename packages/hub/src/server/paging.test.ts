import { isObject } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { SHOUT } from '../calls/fixtures/calling-hub.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

const postgres = await testPostgres()

const LISTS = [
  '/v1/skills',
  '/v1/skills?sort=name',
  '/v1/search?q=words',
  '/v1/skills/@ann/first-words/versions',
  '/v1/skills/@ann/first-words/versions/1.0.0/files',
  '/v1/skills/@ann/first-words/grants',
  '/v1/people',
  '/v1/tokens',
  '/v1/scopes/acme/members',
  '/v1/reports',
  '/v1/audit',
  '/v1/review/queue',
  '/v1/collections',
  '/v1/mirrors',
  '/v1/schedules',
  '/v1/calendar',
  '/v1/runs',
  '/v1/log/entries',
  '/api/v1/skills',
  '/api/v1/skills?prefix=a',
  '/api/v1/skills/first-words/versions',
]

const NASTY = [null, true, {}, [], 'x\0y', '\ud800', 1e308, 2 ** 60, -1, 0.5, '9'.repeat(300)]

for (const [database, isAvailable, where] of [
  ['SQLite', true, async () => ({})],
  ['PostgreSQL', postgres.available, async () => ({ databaseUrl: await postgres.freshDatabase() })],
] as const)
  describe.skipIf(!isAvailable)(`the lists of a hub on ${database}`, () => {
    test('take their own cursors, and refuse every other with 400', async () => {
      await using hub = await startTestHub(await where())
      const get = await furnish(hub)
      const wrong: string[] = []
      const cursors = new Map<string, string>()
      for (const path of LISTS) {
        const first = await get(path, { limit: '1' })
        const { items, next_cursor: next = first.body.nextCursor } = first.body
        if (!Array.isArray(items) || items.length > 1) wrong.push(`${path} is no list of one: ${first.status}`)
        if (typeof next === 'string') cursors.set(path, next)
      }
      for (const [path, cursor] of cursors) {
        const second = await get(path, { limit: '1', cursor })
        if (second.status !== 200) wrong.push(`${path} refuses its own cursor: ${JSON.stringify(second.body)}`)
        for (const crafted of craftedFrom(cursor)) {
          const { status } = await get(path, { cursor: crafted })
          if (status !== 400) wrong.push(`${path} answers ${status} to ${Buffer.from(crafted, 'base64url')}`)
        }
      }
      for (const path of LISTS)
        for (const cursor of ['nonsense', '', 'W10', 'bnVsbA', ...cursors.values()]) {
          if (cursor === cursors.get(path)) continue
          const { status } = await get(path, { cursor })
          if (status !== 400) wrong.push(`${path} answers ${status} to ${cursor}`)
        }
      expect(wrong).toEqual([])
      expect(cursors.size).toBeGreaterThan(8)
    })

    test('refuse a page of no items, of too many, and of what is no number', async () => {
      await using hub = await startTestHub(await where())
      const get = await furnish(hub)
      for (const path of LISTS)
        for (const limit of ['0', '-1', '201', 'all', '1.5'])
          expect([path, limit, (await get(path, { limit })).status]).toEqual([path, limit, 400])
    })
  })

/** The cursor with each of its values replaced, and with one more or fewer. */
function craftedFrom(cursor: string): string[] {
  const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  const changed = place.flatMap((_, i) => NASTY.map((value) => place.with(i, value)))
  const lists = [...changed, place.slice(0, -1), [...place, 1], { ...place }]
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // A text may be any other, which is a place in the list too.
  const isHarmless = (value: unknown) => Array.isArray(value) && value.every((one, i) => sameKind(one, place[i]))
  return [...lists.filter((value) => !isHarmless(value)).map(encode), `${cursor}!`, ` ${cursor}`]
}

function sameKind(one: unknown, other: unknown): boolean {
  if (typeof one === 'string') return typeof other === 'string' && one.isWellFormed() && !one.includes('\0')
  return typeof one === 'number' && typeof other === 'number' && Number.isSafeInteger(one) && one >= 0
}

/** Fills every list, and gives back how an administrator asks. */
async function furnish(hub: TestHub) {
  const token = await hub.tokenFor('ann', ['read', 'invoke', 'publish', 'account', 'review', 'admin'])
  const authorization = `Bearer ${token}`
  const send = (path: string, body: object, method = 'POST') =>
    fetch(hub.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const [name, version] of [
    ['first-words', '1.0.0'],
    ['first-words', '1.0.1'],
    ['also-words', '1.0.0'],
  ] as const)
    await fetch(`${hub.url}/v1/skills/@ann/${name}/versions/${version}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/gzip' },
      body: new Uint8Array((await makePackage({ ...SHOUT, name, version })).archive),
    })
  await send('/v1/organisations', { handle: 'acme' })
  for (const handle of ['bob', 'eve']) {
    await send('/v1/people', { handle })
    await send(`/v1/scopes/acme/members/${handle}`, { role: 'maintainer' }, 'PUT')
    await send(`/v1/skills/@ann/first-words/grants/${handle}`, {}, 'PUT')
    await send('/v1/tokens', { name: handle, scopes: ['read'] })
    await send('/v1/skills/@ann/first-words/reports', { kind: 'appeal', reason: `Of ${handle}.` })
    const skills = [{ name: '@ann/first-words', range: '^1' }]
    await send(`/v1/collections/@ann/of-${handle}/versions/1.0.0`, { description: 'Words.', skills }, 'PUT')
    await send('/v1/schedules', { name: handle, skill: '@ann/first-words', cron: '0 7 * * *', params: { text: 'a' } })
    await send('/v1/mirrors', { kind: 'hub', url: `http://127.0.0.1:1/${handle}`, scope: 'acme' })
  }
  return async (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(path, hub.url)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const answer = await fetch(url, { headers: { authorization } })
    const text = await answer.text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: answer.status, body: isObject(body) ? body : {} }
  }
}
