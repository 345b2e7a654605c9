import { expect, test } from 'vitest'
import { openClientMachine } from '../clients/client-under-test.ts'
import { BLOCKED_FILES, makePackage, type TestPackage } from '../registry/package-under-test.ts'
import { startTestHub, type TestHub } from '../server/hub-under-test.ts'
import { syncMirror } from './sync-mirror.ts'

test('a hub follows another one by its log, with new versions, yanks and nothing twice', async () => {
  await using source = await startTestHub()
  await using follower = await startTestHub()
  await publish(source, 'acme', { name: 'text-shout' })
  await publish(source, 'acme', { name: 'text-shout', version: '1.1.0' })
  await publish(source, 'beta', { name: 'text-whisper' })
  const id = await follow(follower, { kind: 'hub', url: source.url })

  expect(await sync(follower, id)).toMatchObject({ published: 3, failed: [], done: true })
  expect(await sync(follower, id)).toMatchObject({ published: 0, failed: [], done: true })
  const mirrored = await read(follower, '/v1/skills/@mirrored/text-shout/versions/1.1.0')
  const original = await read(source, '/v1/skills/@acme/text-shout/versions/1.1.0')
  expect(mirrored).toMatchObject({ digest: original.digest, archive_sha256: original.archive_sha256 })
  expect(mirrored).toMatchObject({ published_by: 'mirror', tier: 'community' })

  await yank(source, '@acme/text-shout', '1.1.0', 'yank')
  expect(await sync(follower, id)).toMatchObject({ changed: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@mirrored/text-shout')).toMatchObject({ latest: '1.0.0' })
  await yank(source, '@acme/text-shout', '1.1.0', 'unyank')
  await sync(follower, id)
  expect(await read(follower, '/v1/skills/@mirrored/text-shout')).toMatchObject({ latest: '1.1.0' })
})

test('a hub follows the well-known discovery of another, and yanks what is gone', async () => {
  await using source = await startTestHub()
  await using follower = await startTestHub()
  await publish(source, 'acme', { name: 'text-shout' })
  await publish(source, 'acme', { name: 'text-whisper' })
  const id = await follow(follower, { kind: 'well-known', url: source.url })
  expect(await sync(follower, id)).toMatchObject({ published: 2, failed: [], done: true })
  expect(await sync(follower, id)).toMatchObject({ published: 0, changed: 0, failed: [] })

  await publish(source, 'acme', { name: 'text-shout', version: '1.1.0' })
  expect(await sync(follower, id)).toMatchObject({ published: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@mirrored/text-shout')).toMatchObject({ latest: '1.1.0' })
  await yank(source, '@acme/text-whisper', '1.0.0', 'yank')
  expect(await sync(follower, id)).toMatchObject({ changed: 1 })
  expect(await read(follower, '/v1/skills/@mirrored/text-whisper')).toMatchObject({ latest: null })
  await yank(source, '@acme/text-whisper', '1.0.0', 'unyank')
  await sync(follower, id)
  expect(await read(follower, '/v1/skills/@mirrored/text-whisper')).toMatchObject({ latest: '1.0.0' })
})

test('a hub follows a registry that speaks the ClawHub API', async () => {
  await using source = await startTestHub()
  await using follower = await startTestHub()
  await publish(source, 'acme', { name: 'text-shout' })
  await publish(source, 'acme', { name: 'text-shout', version: '1.1.0' })
  await publish(source, 'acme', { name: 'text-whisper' })
  const id = await follow(follower, { kind: 'clawhub', url: source.url })
  expect(await sync(follower, id)).toMatchObject({ published: 3, failed: [], done: true })
  expect(await sync(follower, id)).toMatchObject({ published: 0, failed: [] })
  await publish(source, 'acme', { name: 'text-whisper', version: '2.0.0' })
  expect(await sync(follower, id)).toMatchObject({ published: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@mirrored/text-whisper')).toMatchObject({ latest: '2.0.0' })
})

async function follow(hub: TestHub, mirror: { kind: string; url: string }): Promise<string> {
  await hub.tokenFor('mirrored', ['read'])
  const answer = await fetch(`${hub.url}/v1/mirrors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...mirror, scope: 'mirrored' }),
  })
  const { id } = (await answer.json()) as { id: string }
  expect(answer.status).toBe(201)
  return id
}

async function sync(hub: TestHub, id: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${hub.url}/v1/mirrors/${id}/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.adminToken}` },
  })
  return (await answer.json()) as Record<string, unknown>
}

async function read(hub: TestHub, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${hub.url}${path}`)).json()) as Record<string, unknown>
}

async function yank(hub: TestHub, skill: string, version: string, change: 'yank' | 'unyank'): Promise<void> {
  const answer = await fetch(`${hub.url}/v1/skills/${skill}/versions/${version}/${change}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'a test' }),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

async function publish(hub: TestHub, owner: string, what: TestPackage): Promise<void> {
  const { name = '', version = '1.0.0' } = what
  const token = await hub.tokenFor(owner, ['read', 'publish'])
  const { archive } = await makePackage(what)
  const answer = await fetch(`${hub.url}/v1/skills/@${owner}/${name}/versions/${version}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
}
