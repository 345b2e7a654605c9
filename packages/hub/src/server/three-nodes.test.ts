import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestS3 } from '../blobs/fixtures/test-s3.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

const postgres = await testPostgres()

describe.skipIf(!postgres.available)('three nodes on one PostgreSQL and one object store', () => {
  const closing = new AsyncDisposableStack()
  let nodes: readonly TestHub[]
  let token: string

  beforeAll(async () => {
    const databaseUrl = await postgres.freshDatabase()
    const s3 = closing.use(await startTestS3())
    const start = async () => closing.use(await startTestHub({ databaseUrl, s3: s3.config }))
    nodes = await Promise.all([start(), start(), start()])
    token = await node(0).tokenFor('writer', ['read', 'publish'])
  })
  afterAll(() => closing.disposeAsync())

  test('have one administrator, whose token is shown by one of them', async () => {
    expect(nodes.filter(({ adminToken }) => adminToken !== '')).toHaveLength(1)
    const admins = await node(0).hub.db.selectFrom('people').select('handle').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
  })

  test('know each other’s tokens at once, and each other’s revocations', async () => {
    const second = await node(1).tokenFor('writer', ['read'])
    const who = (at: number) => fetch(`${node(at).url}/v1/whoami`, { headers: { authorization: `Bearer ${second}` } })
    for (const at of [0, 1, 2]) expect(await (await who(at)).json()).toMatchObject({ handle: 'writer' })
    await node(2)
      .hub.db.updateTable('tokens')
      .set({ revoked_at: 1 })
      .where('name', '=', 'test')
      .where('scopes', '=', '["read"]')
      .execute()
    for (const at of [0, 1, 2]) expect((await who(at)).status).toBe(401)
  })

  test('give away at once what was published at another', async () => {
    const { archive } = await makePackage({ name: 'shared-skill' })
    expect((await publish(0, 'shared-skill', '1.0.0', archive)).status).toBe(201)
    for (const at of [0, 1, 2]) {
      const skill = await fetch(`${node(at).url}/v1/skills/@writer/shared-skill`)
      expect(await skill.json()).toMatchObject({ latest: '1.0.0' })
      const download = await fetch(`${node(at).url}/v1/skills/@writer/shared-skill/versions/1.0.0/package`)
      expect(Buffer.from(await download.arrayBuffer()).equals(archive)).toBe(true)
    }
  })

  test('store a version once when all are given it, and tell all the same', async () => {
    const { archive } = await makePackage({ name: 'contested-skill' })
    const statuses = await Promise.all(
      Array.from({ length: 9 }, async (_, i) => (await publish(i % 3, 'contested-skill', '1.0.0', archive)).status),
    )
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 201])
    for (const at of [0, 1, 2]) expect((await publish(at, 'contested-skill', '1.0.0', archive)).status).toBe(200)
  })

  test('let one win when each is given another package as the same version', async () => {
    const packages = await Promise.all(
      [0, 1, 2].map((at) => makePackage({ name: 'fought-over-skill', description: `Shouts ${at} times.` })),
    )
    const statuses = await Promise.all(
      packages.map(async ({ archive }, at) => (await publish(at, 'fought-over-skill', '1.0.0', archive)).status),
    )
    expect(statuses.toSorted()).toEqual([201, 409, 409])
  })

  test('keep one log, without a gap', async () => {
    await Promise.all(
      [0, 1, 2].map(async (at) => {
        const { archive } = await makePackage({ name: `logged-skill-${'xyz'[at]}` })
        expect((await publish(at, `logged-skill-${'xyz'[at]}`, '1.0.0', archive)).status).toBe(201)
      }),
    )
    const entries = await node(0).hub.db.selectFrom('log_entries').select('log_index').orderBy('log_index').execute()
    expect(entries.map(({ log_index }) => log_index)).toEqual(entries.map((_, i) => i))
    expect(entries.length).toBe(6)
  })

  test('go on when one of them stops', async () => {
    const { archive } = await makePackage({ name: 'later-skill' })
    await node(2)[Symbol.asyncDispose]()
    expect((await publish(1, 'later-skill', '1.0.0', archive)).status).toBe(201)
    expect((await fetch(`${node(0).url}/v1/skills/@writer/later-skill`)).status).toBe(200)
  })

  function node(at: number): TestHub {
    const found = nodes[at]
    if (found === undefined) throw new Error(`There is no node ${at}`)
    return found
  }

  function publish(at: number, name: string, version: string, archive: Uint8Array): Promise<Response> {
    return fetch(`${node(at).url}/v1/skills/@writer/${name}/versions/${version}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
      body: new Uint8Array(archive),
    })
  }
})
