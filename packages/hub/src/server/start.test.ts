import { expect, test } from 'vitest'
import { openTestHub, startTestHub } from './hub-under-test.ts'

test('starts', async () => {
  await using hub = await startTestHub()
  expect((await fetch(`${hub.url}/nope`)).status).toBe(404)
  const who = await fetch(`${hub.url}/v1/whoami`, { headers: { authorization: `Bearer ${hub.adminToken}` } })
  expect(await who.json()).toMatchObject({ handle: 'admin' })
  expect(await (await fetch(`${hub.url}/readyz`)).json()).toEqual({})
  await using open = await openTestHub()
  expect(open.hub.database).toBe('sqlite')
})
