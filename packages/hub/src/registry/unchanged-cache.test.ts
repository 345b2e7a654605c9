import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHub, type TestHub, type TestHubOptions } from '../server/fixtures/test-hub.ts'
import { ownPostgres } from '../store/fixtures/test-postgres.ts'
import { makePackage } from './fixtures/make-package.ts'

const postgres = await ownPostgres()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hub-unchanged-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const ENGINES = [
  ['sqlite', true, async (): Promise<TestHubOptions> => ({ dir: await mkdtemp(join(dir, 'sqlite-')) })],
  [
    'postgres',
    postgres.available,
    async (): Promise<TestHubOptions> => ({
      dir: await mkdtemp(join(dir, 'postgres-')),
      databaseUrl: await postgres.freshDatabase(),
    }),
  ],
] as const

describe.each(ENGINES)('over %s', (_kind, available, settings) => {
  test.skipIf(!available)('what one node changes, the very next answer of every node says', async () => {
    const options = await settings()
    await using first = await startTestHub(options)
    await using second = await startTestHub(options)
    const token = await first.tokenFor('ann', ['read', 'publish'])
    const path = '/v1/skills/@ann/shout'
    const read = async (node: TestHub) => {
      const answer = await fetch(`${node.url}${path}`)
      return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.json() }
    }
    const change = (node: TestHub, method: string, more: string, body: string | Uint8Array, type: string) =>
      fetch(`${node.url}${path}${more}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })
    for (const [i, node] of [first, second, first].entries()) {
      const { archive } = await makePackage({ name: 'shout', version: `1.0.${i}` })
      expect((await change(node, 'PUT', `/versions/1.0.${i}`, archive, 'application/gzip')).status).toBe(201)
      const before = await Promise.all([read(first), read(second), read(first), read(second)])
      expect(before.map(({ body }) => body)).toEqual(before.map(() => expect.objectContaining({ latest: `1.0.${i}` })))
      // From memory the same again, down to the last byte.
      expect(new Set((await Promise.all([read(first), read(second)])).map(({ etag }) => etag)).size).toBe(1)
    }
    const known = await read(second)
    const again = await fetch(`${second.url}${path}`, { headers: { 'if-none-match': known.etag ?? '' } })
    expect(again.status).toBe(304)
    expect((await change(first, 'PUT', '/access', '{"access":"private"}', 'application/json')).status).toBeLessThan(300)
    expect([await read(first), await read(second)].map(({ status }) => status)).toEqual([404, 404])
  })

  test.skipIf(!available)(
    'what is taken back, closed or opened on one node is so for the next caller of every node',
    async () => {
      const options = await settings()
      await using first = await startTestHub(options)
      await using second = await startTestHub(options)
      const ann = await first.tokenFor('ann', ['read', 'publish'])
      const reviewer = await first.tokenFor('rita', ['read', 'review'])
      const path = '/v1/skills/@ann/words'
      const change = async (
        node: TestHub,
        token: string,
        method: string,
        more: string,
        body: string | Uint8Array<ArrayBuffer>,
        type: string,
      ) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': type }
        const answer = await fetch(`${node.url}${path}${more}`, { method, headers, body })
        expect(answer.status).toBeLessThan(300)
      }
      const json = (node: TestHub, token: string, method: string, more: string, body: object) =>
        change(node, token, method, more, JSON.stringify(body), 'application/json')
      /** What an anonymous caller and the owner get from each node, twice: the second time from memory where it may be there. */
      const seen = async (more: string) => {
        const all: string[] = []
        for (const headers of [{}, { authorization: `Bearer ${ann}` }]) {
          const answers: string[] = []
          for (const node of [first, second, first, second]) {
            const answer = await fetch(`${node.url}${path}${more}`, { headers })
            const { status, headers: said } = answer
            await answer.arrayBuffer()
            const isShared = said.get('cache-control')?.startsWith('public') ?? false
            answers.push(`${status} ${said.get('skillwright-version')} ${said.get('skillwright-state')} ${isShared}`)
          }
          expect(new Set(answers).size).toBe(1)
          all.push(...new Set(answers))
        }
        return all
      }
      for (const version of ['1.0.0', '1.0.1']) {
        const { archive } = await makePackage({ name: 'words', version })
        await change(first, ann, 'PUT', `/versions/${version}`, new Uint8Array(archive), 'application/gzip')
      }
      const latest = '/versions/latest/package'
      const exact = '/versions/1.0.1/package'
      expect(await seen(latest)).toEqual(['200 1.0.1 published true', '200 1.0.1 published true'])
      await json(second, ann, 'POST', '/versions/1.0.1/yank', { reason: 'it is wrong' })
      expect(await seen(latest)).toEqual(['200 1.0.0 published true', '200 1.0.0 published true'])
      expect(await seen(exact)).toEqual(['200 1.0.1 yanked true', '200 1.0.1 yanked true'])
      await json(first, ann, 'PUT', '/access', { access: 'restricted' })
      expect(await seen(exact)).toEqual(['401 null null false', '200 1.0.1 yanked false'])
      await json(second, ann, 'PUT', '/access', { access: 'private' })
      expect(await seen(exact)).toEqual(['404 null null false', '200 1.0.1 yanked false'])
      await json(first, ann, 'PUT', '/access', { access: 'public' })
      expect(await seen(exact)).toEqual(['200 1.0.1 yanked true', '200 1.0.1 yanked true'])
      await json(second, reviewer, 'POST', '/versions/1.0.1/quarantine', { reason: 'malware' })
      expect((await seen(exact)).at(0)).toBe('410 null null false')
      expect(await seen(latest)).toEqual(['200 1.0.0 published true', '200 1.0.0 published true'])
    },
  )

  test.skipIf(!available)(
    'what is in memory is not read again, and what only some may see never is in memory',
    async () => {
      await using node = await startTestHub(await settings())
      const token = await node.tokenFor('ann', ['read', 'publish'])
      for (const [name, access] of [
        ['open', 'public'],
        ['closed', 'private'],
      ] as const) {
        const { archive } = await makePackage({ name })
        const answer = await fetch(`${node.url}/v1/skills/@ann/${name}/versions/1.0.0?access=${access}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
          body: new Uint8Array(archive),
        })
        expect(answer.status).toBe(201)
      }
      const read = (name: string, authorization?: string) =>
        fetch(`${node.url}/v1/skills/@ann/${name}`, { headers: authorization === undefined ? {} : { authorization } })
      expect((await read('open')).status).toBe(200)
      expect((await read('closed', `Bearer ${token}`)).status).toBe(200)
      expect((await read('closed')).status).toBe(404)
      const { registryOf } = await import('./registry-of.ts')
      const { documents } = registryOf(node.hub)
      // What the hub itself writes meanwhile, such as that its worker lives, is a change too.
      await expect
        .poll(async () => (await read('open')).ok && documents.get('ann/open'))
        .toMatchObject({ text: expect.stringContaining('@ann/open') })
      expect(await documents.get('ann/closed')).toBeUndefined()
    },
  )
})
