import { expect, test } from 'vitest'
import type { TokenBound } from '../people/token-bound.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { HELD_FILES } from '../registry/fixtures/make-package.ts'
import { openTestRegistry } from '../registry/fixtures/test-registry.ts'
import { grantAccess, revokeAccess } from '../registry/grant-access.ts'
import { hideSkill, setAccess, showSkill } from '../registry/set-access.ts'
import { decide } from '../review/sign-off.ts'
import { readRevision } from './read-revision.ts'

test('a revision changes with what its principal can see, and with nothing else', async () => {
  await using registry = await openTestRegistry()
  const { hub } = registry
  const [ann, bea] = [await registry.person('ann'), await registry.person('bea')]
  const place = { scope: 'ann', name: 'inner-words' }
  const open = { scope: 'ann', name: 'open-words' }
  const revisions = () => Promise.all([ann, bea, ANONYMOUS].map((one) => readRevision(hub.db, one)))
  const publish = (name: string, version: string, access: 'public' | 'private') => () =>
    registry.publish(ann, { name, version, access })
  const steps: [string, () => Promise<unknown>][] = [
    ['ann', publish('inner-words', '1.0.0', 'private')],
    ['ann', publish('inner-words', '1.0.1', 'private')],
    ['ann, bea', () => grantAccess(hub, ann, place, 'bea')],
    ['ann, bea', publish('inner-words', '1.0.2', 'private')],
    ['ann, bea', () => revokeAccess(hub, ann, place, 'bea')],
    ['ann', publish('inner-words', '1.0.3', 'private')],
    ['ann, bea, anyone', publish('open-words', '1.0.0', 'public')],
    ['ann, bea, anyone', () => hideSkill(hub, ann, open, 'a while')],
    ['ann', publish('open-words', '1.0.1', 'private')],
    ['ann, bea, anyone', () => showSkill(hub, ann, open, 'back')],
    ['ann, bea, anyone', () => setAccess(hub, ann, place, 'restricted')],
  ]
  let before = await revisions()
  for (const [heard, step] of steps) {
    await step()
    const after = await revisions()
    const who = ['ann', 'bea', 'anyone'].filter((_, i) => after[i] !== before[i])
    expect(who.join(', '), String(step)).toBe(heard)
    before = after
  }
})

test('a version that waits, and what is decided about it, changes the revision of no one who cannot see it', async () => {
  await using registry = await openTestRegistry()
  const { hub } = registry
  const [ann, bea, rae] = [
    await registry.person('ann'),
    await registry.person('bea'),
    await registry.person('rae', 'reviewer'),
  ]
  await registry.publish(ann, { name: 'open-words' })
  const revisions = () => Promise.all([bea, ANONYMOUS].map((one) => readRevision(hub.db, one)))
  const before = await revisions()
  const held = { name: 'open-words', version: '1.0.1', files: HELD_FILES }
  expect(await registry.publish(ann, held)).toMatchObject({ state: 'pending' })
  const place = { scope: 'ann', ...held }
  await decide(hub, rae, place, { decision: 'reject', note: 'no' })
  await registry.publish(ann, { name: 'never-out', access: 'private', files: HELD_FILES })
  await grantAccess(hub, ann, { scope: 'ann', name: 'never-out' }, 'bea')
  expect(await revisions()).toEqual(before)
  await decide(hub, rae, place, { decision: 'approve', note: 'yes' })
  for (const [i, revision] of (await revisions()).entries()) expect(revision).not.toBe(before[i])
})

test('the revision of a token that is bound changes with what it is good for, and with nothing else of its owner', async () => {
  await using registry = await openTestRegistry()
  const { hub } = registry
  const ann = await registry.person('ann')
  const token = { id: '', createdAt: 0, expiresAt: null, parentId: null }
  const bound = (boundTo: TokenBound): Principal => ({ ...ann, token: { ...token, boundTo } })
  const principals = [bound({ scope: 'ann', skill: 'own-words' }), bound({ scope: 'ann' }), bound({ scope: 'bea' })]
  const revisions = () => Promise.all(principals.map((one) => readRevision(hub.db, one)))
  const publish = (name: string) => () => registry.publish(ann, { name, access: 'private' })
  let before = await revisions()
  for (const [heard, step] of [
    ['skill, scope', publish('own-words')],
    ['scope', publish('other-words')],
    ['skill, scope', () => setAccess(hub, ann, { scope: 'ann', name: 'own-words' }, 'public')],
  ] as const) {
    await step()
    const after = await revisions()
    expect(['skill', 'scope', 'elsewhere'].filter((_, i) => after[i] !== before[i]).join(', ')).toBe(heard)
    before = after
  }
})
