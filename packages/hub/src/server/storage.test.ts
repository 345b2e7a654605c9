import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestS3 } from '../blobs/fixtures/test-s3.ts'
import type { HubConfig } from '../hub-config.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

const root = mkdtempSync(join(tmpdir(), 'hub-storage-'))
const s3 = await startTestS3()
const postgres = await testPostgres()
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

const DATABASES = [
  ['SQLite', true, async () => ({})],
  ['PostgreSQL', postgres.available, async () => ({ databaseUrl: await postgres.freshDatabase() })],
] as const
const PACKAGES = [
  ['a folder', {}],
  ['an object store', { s3: s3.config }],
] as const

for (const [database, available, openDatabase] of DATABASES)
  for (const [store, packages] of PACKAGES)
    describe.skipIf(!available)(`a hub on ${database} with packages in ${store}`, () => {
      test('has after a restart exactly what it acknowledged before', async () => {
        const dir = mkdtempSync(join(root, 'hub-'))
        const config: Partial<HubConfig> = { dir, ...packages, ...(await openDatabase()) }
        const { archive } = await makePackage()
        let token: string
        let before: unknown[]
        {
          await using hub = await startTestHub(config)
          token = await hub.tokenFor('writer', ['read', 'publish'])
          expect((await publish(hub, token, '1.0.0', archive)).status).toBe(201)
          expect((await publish(hub, token, '1.0.0', archive)).status).toBe(200)
          expect((await publish(hub, token, '2.0.0', archive.subarray(0, 100))).ok).toBe(false)
          before = await snapshot(hub)
        }
        await using hub = await startTestHub(config)
        expect(hub.adminToken).toBe('')
        expect(await snapshot(hub)).toEqual(before)
        expect((await publish(hub, token, '1.0.0', archive)).status).toBe(200)
        const download = await fetch(`${hub.url}/v1/skills/@writer/text-shout/versions/1.0.0/package`)
        expect(Buffer.from(await download.arrayBuffer()).equals(archive)).toBe(true)
      })
    })

function publish(hub: TestHub, token: string, version: string, archive: Uint8Array): Promise<Response> {
  return fetch(`${hub.url}/v1/skills/@writer/text-shout/versions/${version}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  })
}

/** What every caller is answered. */
async function snapshot(hub: TestHub): Promise<unknown[]> {
  const paths = ['/v1/skills', '/v1/skills/@writer/text-shout', '/v1/skills/@writer/text-shout/versions/1.0.0']
  return Promise.all(paths.map(async (path) => (await fetch(`${hub.url}${path}`)).json()))
}
