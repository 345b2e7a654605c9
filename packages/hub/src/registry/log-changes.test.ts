import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { decide } from '../review/sign-off.ts'
import { changeState, type StateChange } from './change-state.ts'
import { deprecate } from './deprecate.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { hideSkill, setAccess, showSkill } from './set-access.ts'

const STEPS = 60
const SKILLS = ['log-alpha', 'log-beta']
const VERSIONS = ['1.0.0', '1.0.1']
const STATE_AFTER = {
  publish: 'published',
  release: 'published',
  unyank: 'published',
  yank: 'yanked',
  quarantine: 'quarantined',
}

let registry: TestRegistry
let ann: Principal
let reviewer: Principal

// One for each: what was rejected under one seed would be held under the next.
beforeEach(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  reviewer = await registry.person('rae', 'reviewer')
})
afterEach(() => registry[Symbol.asyncDispose]())

/** What a follower of the log believes of each skill. */
interface Followed {
  access: string
  deprecated: string | null
  readonly versions: Record<string, { state: string; deprecated: string | null }>
}

test.each([1, 2, 3])(
  'a follower of the log knows every skill that is not private as it is, whatever happened to it (seed %i)',
  async (seed) => {
    const names = SKILLS.map((name) => `${name}-${seed}`)
    for (const name of names) for (const version of VERSIONS) await registry.publish(ann, { name, version })
    const random = randomNumbers(seed)
    const oneOf = <T>(list: readonly T[]): T => list[random() % list.length] as T
    const done: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const place = { scope: 'ann', name: oneOf(names), version: oneOf(VERSIONS) }
      const [what, change] = oneOf(changes())
      const outcome = await change(place).then(
        () => 'done',
        ({ code }) => code,
      )
      done.push(`${what} ${place.name}@${place.version}: ${outcome}`)
      expect(['done', 'CONFLICT', 'PUBLISH_REFUSED'], done.at(-1)).toContain(outcome)
      for (const name of names) await expectFollowed(name, done)
    }
    expect(done.filter((line) => line.endsWith(': done')).length).toBeGreaterThan(STEPS / 3)

    function changes(): readonly [
      string,
      (place: { scope: string; name: string; version: string }) => Promise<unknown>,
    ][] {
      const { hub } = registry
      const word = oneOf(['use another', null])
      const access = oneOf(['public', 'restricted', 'private'] as const)
      const state = oneOf<StateChange>(['yank', 'unyank', 'quarantine', 'release'])
      const decision = oneOf(['approve', 'reject'] as const)
      return [
        [`access ${access}`, (place) => setAccess(hub, ann, place, access)],
        ['hide', (place) => hideSkill(hub, ann, place, 'because')],
        ['show', (place) => showSkill(hub, ann, place, 'because')],
        [state, (place) => changeState(hub, state.endsWith('yank') ? ann : reviewer, place, state, 'because')],
        [state, (place) => changeState(hub, state.endsWith('yank') ? ann : reviewer, place, state, 'because')],
        [decision, (place) => decide(hub, reviewer, place, { decision, note: 'because' })],
        [`deprecate version ${word}`, (place) => deprecate(hub, ann, place, word)],
        [`deprecate ${word}`, ({ scope, name }) => deprecate(hub, ann, { scope, name }, word)],
      ]
    }
  },
)

async function expectFollowed(name: string, done: readonly string[]): Promise<void> {
  const followed = await follow(name)
  const skill = await registry.hub.db
    .selectFrom('skills')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  expect(followed.access, done.join('\n')).toBe(skill.access)
  if (skill.access === 'private') return
  const rows = await registry.hub.db
    .selectFrom('versions')
    .select(['version', 'state', 'deprecated'])
    .where('skill_id', '=', skill.id)
    .execute()
  const versions = Object.fromEntries(rows.map(({ version, ...rest }) => [version, rest]))
  expect({ deprecated: followed.deprecated, versions: followed.versions }, done.join('\n')).toEqual({
    deprecated: skill.deprecated,
    versions,
  })
}

async function follow(name: string): Promise<Followed> {
  const rows = await registry.hub.db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()
  const followed: Followed = { access: 'public', deprecated: null, versions: {} }
  for (const { type, skill, version, message, access } of rows.map(({ entry }) => JSON.parse(entry))) {
    if (skill !== `@ann/${name}`) continue
    const known = followed.versions[version]
    if (type === 'access') followed.access = access
    else if (type === 'deprecate' && version === undefined) followed.deprecated = message
    else if (type === 'deprecate' && known) known.deprecated = message
    else
      followed.versions[version] = {
        state: STATE_AFTER[type as keyof typeof STATE_AFTER],
        deprecated: known?.deprecated ?? null,
      }
  }
  return followed
}

/** The numbers of a linear congruential generator: the same for a seed on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 8
  }
}
