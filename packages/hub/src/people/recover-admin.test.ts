import { expect, test } from 'vitest'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { createPerson } from './create-person.ts'
import { recoverAdmin } from './recover-admin.ts'

test('an administrator who lost every token gets back in on the machine, while the hub runs, for an hour', async () => {
  await using hub = await startTestHub()
  const { db, config } = hub.hub
  await createPerson(hub.hub, { handle: 'ada', role: 'member' })
  await db.updateTable('tokens').set({ revoked_at: 1 }).execute()
  await db.updateTable('people').set({ disabled_at: 1 }).where('handle', '=', 'admin').execute()
  const before = Date.now()
  const { handle, token, expires_at } = await recoverAdmin(config)
  expect([handle, Date.parse(expires_at ?? '') - before > 3_500_000]).toEqual(['admin', true])
  const as = (path: string, init: RequestInit = {}) =>
    fetch(`${hub.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  expect((await as('/v1/people')).status).toBe(200)
  const body = JSON.stringify({ password: 'a new password of mine' })
  expect((await as('/v1/account/password', { method: 'PUT', body })).status).toBe(204)
  const audit = await db
    .selectFrom('audit')
    .select(['actor', 'action'])
    .where('action', '=', 'person.recover')
    .execute()
  expect(audit).toEqual([{ actor: 'operator', action: 'person.recover' }])
  await expect(recoverAdmin(config, { handle: 'ada' })).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
    hint: expect.stringContaining('admin'),
  })
})

test('a folder without a hub is not made into one', async () => {
  await using hub = await startTestHub()
  await expect(recoverAdmin({ ...hub.hub.config, dir: `${hub.hub.config.dir}/nowhere` })).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
  })
})
