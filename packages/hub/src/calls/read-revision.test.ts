import { expect, test } from 'vitest'
import { ANONYMOUS } from '../principal.ts'
import { openTestRegistry } from '../registry/fixtures/test-registry.ts'
import { grantAccess, revokeAccess } from '../registry/grant-access.ts'
import { hideSkill, setAccess, showSkill } from '../registry/set-access.ts'
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
