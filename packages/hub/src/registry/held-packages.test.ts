import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { changeState } from './change-state.ts'
import { openTestRegistry } from './fixtures/test-registry.ts'
import { setAccess } from './set-access.ts'

const postgres = await testPostgres()

const TITLE = 'a package that a node holds in memory is refused as soon as another node says so'

test(`${TITLE}: SQLite`, () => refusedEverywhere())

test.skipIf(!postgres.available)(`${TITLE}: PostgreSQL`, async () =>
  refusedEverywhere({ databaseUrl: await postgres.freshDatabase() }),
)

async function refusedEverywhere(database: { readonly databaseUrl?: string } = {}): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'hub-held-'))
  const config = { dir, ...database }
  {
    await using other = await openTestRegistry(config)
    await using hub = await startTestHub(config)
    const [ann, reviewer] = [await other.person('ann'), await other.person('rae', 'reviewer')]
    const token = await hub.tokenFor('bob', ['read'])
    const narrow = await hub.tokenFor('bob', ['publish'])
    const place = { scope: 'ann', name: 'held', version: '1.0.0' }
    await other.publish(ann, { name: 'held' })
    const url = `${hub.url}/v1/skills/ann/held/versions/1.0.0/package`
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const as = (bearer?: string) => (bearer === undefined ? {} : { authorization: `Bearer ${bearer}` })
    const statuses = (bearer?: string) =>
      Promise.all([
        fetch(url, { headers: as(bearer) }).then(({ status }) => status),
        fetch(url, { method: 'HEAD', headers: as(bearer) }).then(({ status }) => status),
        fetch(url, { headers: { ...as(bearer), 'if-none-match': etag } }).then(({ status }) => status),
        fetch(url, { headers: { ...as(bearer), 'if-none-match': '*' } }).then(({ status }) => status),
      ])
    const all = (status: number) => [status, status, status, status]
    expect(await statuses()).toEqual([200, 200, 304, 304])
    const wrong = `${url}?digest=sha256:${'0'.repeat(64)}`
    expect(await (await fetch(wrong)).json()).toMatchObject({ code: 'INTEGRITY_FAILED' })

    await setAccess(other.hub, ann, place, 'restricted')
    expect(await statuses()).toEqual(all(401))
    expect(await (await fetch(wrong)).json()).toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
    expect(await statuses(narrow)).toEqual(all(403))
    expect(await statuses(token)).toEqual([200, 200, 304, 304])
    await other.hub.db.updateTable('tokens').set({ revoked_at: 1 }).execute()
    expect(await statuses(token)).toEqual(all(401))

    await setAccess(other.hub, ann, place, 'private')
    expect(await statuses()).toEqual(all(404))
    await setAccess(other.hub, ann, place, 'public')
    expect(await statuses()).toEqual([200, 200, 304, 304])
    await changeState(other.hub, reviewer, place, 'quarantine', 'malice')
    expect(await statuses()).toEqual(all(410))
  }
  await rm(dir, { recursive: true, force: true })
}
