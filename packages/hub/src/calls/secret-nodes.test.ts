import { randomBytes } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { type CallingHub, startCallingHub } from './fixtures/calling-hub.ts'

const postgres = await testPostgres()

const newKey = () => randomBytes(32).toString('base64')
const set = (hub: CallingHub, token: string) =>
  hub.ask('/v1/scopes/@ann/secrets/NEWS_KEY', { method: 'PUT', token, body: { value: 'canary' } })

test.skipIf(!postgres.available)(
  'of nodes that have different keys only one seals secrets, and the other says what is wrong',
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-keys-'))
    const databaseUrl = await postgres.freshDatabase()
    const start = (secretsKey: string) => startCallingHub({ databaseUrl, dir: folder.path, secretsKey })
    const [first, second] = [newKey(), newKey()]
    await using one = await start(first)
    await using two = await start(second)
    const refused = await set(one, two.owner)
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(refused.body.hint).toContain('secretsKey')
    expect((await set(two, two.owner)).status).toBe(204)
    // One that knows both seals with a key that all of them have.
    await using both = await start(`${first},${second}`)
    expect((await set(both, both.owner)).status).toBe(204)
    expect((await set(two, both.owner)).status).toBe(503)
  },
)
