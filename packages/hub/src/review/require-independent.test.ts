import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganisation, setMember } from '../people/organisations.ts'
import { setOfficial, vouchForScope } from '../people/scopes.ts'
import type { Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import type { VersionPlace } from '../registry/find-version.ts'
import { HELD_FILES, makePackage } from '../registry/fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { fileReport, resolveReport } from './reports.ts'
import { decide } from './sign-off.ts'

let registry: TestRegistry
let ann: Principal
let rae: Principal
let admin: Principal
let other: Principal
let colleague: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  rae = await registry.person('rae', 'reviewer')
  admin = await registry.person('boss', 'admin')
  other = await registry.person('otto', 'reviewer')
  colleague = await registry.person('colin', 'admin')
  await createOrganisation(registry.hub, ann, { handle: 'own-club' })
  await setMember(registry.hub, ann, { scope: 'own-club', handle: 'colin', role: 'maintainer' })
  await setMember(registry.hub, ann, { scope: 'own-club', handle: 'rae', role: 'owner' })
})
afterAll(() => registry[Symbol.asyncDispose]())

const held = async (by: Principal, scope: string) => {
  const name = `own-words-${randomUUID().slice(0, 8)}`
  await registry.publish(by, { scope, name, files: HELD_FILES })
  return { scope, name, version: '1.0.0' }
}
const decisions: readonly [string, (who: Principal, place: VersionPlace) => Promise<unknown>][] = [
  ['approve', (who, place) => decide(registry.hub, who, place, { decision: 'approve', note: 'fine' })],
  ['release', (who, place) => changeState(registry.hub, who, place, 'release', 'fine')],
  [
    'sign off, once another reviewer released it,',
    async (who, place) => {
      await changeState(registry.hub, other, place, 'release', 'fine')
      await decide(registry.hub, who, place, { decision: 'approve', note: 'fine' })
    },
  ],
  [
    'dismiss a report about',
    async (who, place) => {
      const { id } = await fileReport(registry.hub, other, { place, kind: 'report', reason: 'odd' })
      await resolveReport(registry.hub, who, id, { state: 'dismissed', resolution: 'fine' })
    },
  ],
]

test.each(decisions)('a reviewer cannot %s what is their own', async (_what, work) => {
  const own: readonly [string, Principal, VersionPlace][] = [
    ['a reviewer, of what they published', rae, await held(rae, 'rae')],
    ['an administrator, of what they published', admin, await held(admin, 'boss')],
    ['an administrator, of what they published for another', admin, await held(admin, 'ann')],
    ['a reviewer, of what a colleague published', rae, await held(ann, 'own-club')],
    ['an administrator, of what a colleague published', colleague, await held(ann, 'own-club')],
    ['a reviewer, of what an administrator published in their scope', rae, await held(admin, 'rae')],
  ]
  for (const [who, principal, place] of own) {
    const refused = await work(principal, place).then(
      () => 'done',
      ({ code }) => code,
    )
    expect(refused, who).toBe('PERMISSION_DENIED')
  }
  await work(other, await held(ann, 'own-club'))
})

test('but an owner may take back what is their own', async () => {
  const place = await held(rae, 'rae')
  await changeState(registry.hub, other, place, 'release', 'fine')
  await decide(registry.hub, rae, place, { decision: 'reject', note: 'I was mistaken' })
  await expect(changeState(registry.hub, rae, place, 'release', 'fine')).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
})

test('nor does an administrator vouch for themselves', async () => {
  for (const scope of ['boss', 'own-club'])
    await expect(
      vouchForScope(registry.hub, scope === 'boss' ? admin : colleague, { scope, note: 'it is me' }),
    ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('nor makes their own scope official, though they may end that', async () => {
  for (const [who, scope] of [
    [admin, 'boss'],
    [colleague, 'own-club'],
  ] as const)
    await expect(setOfficial(registry.hub, who, { scope, official: true })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  expect(await setOfficial(registry.hub, admin, { scope: 'own-club', official: true })).toMatchObject({
    official: true,
  })
  expect(await setOfficial(registry.hub, colleague, { scope: 'own-club', official: false })).toMatchObject({
    official: false,
  })
})

test('a reviewer cannot release their own version over HTTP either', async () => {
  await using server = await startTestHub()
  const token = await server.tokenFor('rae', ['read', 'publish', 'review'])
  const { archive } = await makePackage({ name: 'own-words', files: HELD_FILES })
  const send = (method: string, path: string, type: string, body: string | Buffer) =>
    fetch(`${server.url}/v1/skills/@rae/own-words/versions/1.0.0${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })
  expect(await (await send('PUT', '', 'application/gzip', Buffer.from(archive))).json()).toMatchObject({
    state: 'pending',
  })
  const released = await send('POST', '/release', 'application/json', '{"reason":"mine"}')
  expect([released.status, await released.json()]).toMatchObject([403, { code: 'PERMISSION_DENIED' }])
})

test.each(decisions)('a reviewer cannot leave an organisation to %s what it published', async (_what, work) => {
  const scope = `left-${randomUUID().slice(0, 8)}`
  await createOrganisation(registry.hub, ann, { handle: scope })
  await setMember(registry.hub, ann, { scope, handle: 'rae', role: 'owner' })
  const place = await held(ann, scope)
  await setMember(registry.hub, rae, { scope, handle: 'rae', role: undefined })
  await expect(work(rae, place)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', message: /was yours/ })
})

test('an owner cannot keep a reviewer away by removing them from where they never were', async () => {
  await setMember(registry.hub, ann, { scope: 'own-club', handle: 'otto', role: undefined })
  const place = await held(ann, 'own-club')
  expect(await changeState(registry.hub, other, place, 'release', 'fine')).toMatchObject({ state: 'published' })
})

test('an owner who takes in every reviewer keeps no report open: the reviewer who took the skill back may uphold it', async () => {
  await registry.publish(ann, { scope: 'own-club', name: 'reported-words' })
  const place = { scope: 'own-club', name: 'reported-words' }
  const { id } = await fileReport(registry.hub, other, { place, kind: 'report', version: '1.0.0', reason: 'malware' })
  const end = (state: 'upheld' | 'dismissed') =>
    resolveReport(registry.hub, colleague, id, { state, resolution: 'looked at' })
  const denied = expect.objectContaining({ code: 'PERMISSION_DENIED' })
  await expect(end('upheld')).rejects.toThrow(denied)
  await changeState(registry.hub, colleague, { ...place, version: '1.0.0' }, 'quarantine', 'malware')
  await expect(end('dismissed')).rejects.toThrow(denied)
  await end('upheld')
})
