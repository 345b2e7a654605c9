import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { changeState } from './change-state.ts'
import { HELD_FILES } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { listVersions, readVersion } from './read-version.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal
let reviewer: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  reviewer = await registry.person('rae', 'reviewer')
})
afterAll(() => registry[Symbol.asyncDispose]())

const TEXT = { type: 'string', maxLength: 1000, description: 'What is to be shouted.' }
const input = { text: TEXT, loud: { type: 'boolean', description: 'Louder still.' } }

test('a step must be as large as the changes take; the answer names the reason and a witness', async () => {
  await registry.publish(ann, { name: 'step-size', input })
  const refused = registry.publish(ann, { name: 'step-size', version: '1.0.1', input: { text: TEXT } })
  await expect(refused).rejects.toMatchObject({
    code: 'PUBLISH_REFUSED',
    findings: expect.arrayContaining([
      expect.objectContaining({
        rule: 'hub/version-step',
        message: expect.stringMatching(/major step.*Witness: \{.*loud/),
      }),
    ]),
    details: { comparison: { previous: '1.0.0', required: 'major', step: 'patch', enough: false } },
  })
  const published = await registry.publish(ann, { name: 'step-size', version: '2.0.0', input: { text: TEXT } })
  expect(published).toMatchObject({
    state: 'published',
    comparison: { required: 'major', step: 'major', enough: true },
  })
})

test('a backport is compared with the release it follows, not with the latest', async () => {
  await registry.publish(ann, { name: 'back-port' })
  await registry.publish(ann, {
    name: 'back-port',
    version: '2.0.0',
    input: { words: TEXT },
    required: ['words'],
    files: NO_EXAMPLES(['words']),
  })
  const backport = await registry.publish(ann, { name: 'back-port', version: '1.0.1' })
  expect(backport).toMatchObject({ state: 'published', comparison: { previous: '1.0.0', enough: true } })
  await expect(registry.publish(ann, { name: 'back-port', version: '1.0.2', input })).rejects.toMatchObject({
    code: 'PUBLISH_REFUSED',
  })
  expect(await readVersion(registry.hub, bob, { scope: 'ann', name: 'back-port', version: 'latest' })).toMatchObject({
    version: '2.0.0',
  })
  expect(await readVersion(registry.hub, bob, { scope: 'ann', name: 'back-port', version: '^1' })).toMatchObject({
    version: '1.0.1',
  })
})

test('pre-releases promise nothing: only releases are compared with, and latest is a release', async () => {
  await registry.publish(ann, { name: 'pre-release' })
  await registry.publish(ann, { name: 'pre-release', version: '1.1.0-rc.1', input })
  await registry.publish(ann, { name: 'pre-release', version: '1.1.0-rc.2' })
  const place = { scope: 'ann', name: 'pre-release' }
  expect(await readVersion(registry.hub, bob, { ...place, version: 'latest' })).toMatchObject({ version: '1.0.0' })
  expect(await readVersion(registry.hub, bob, { ...place, version: '^1' })).toMatchObject({ version: '1.0.0' })
  const release = await registry.publish(ann, { name: 'pre-release', version: '1.1.0', input })
  expect(release).toMatchObject({ comparison: { previous: '1.0.0', step: 'minor', enough: true } })
  const { items } = await listVersions(registry.hub, bob, place)
  expect(items.map(({ version }) => version)).toEqual(['1.1.0', '1.1.0-rc.2', '1.1.0-rc.1', '1.0.0'])
})

test('only a pre-release there is, is the latest', async () => {
  await registry.publish(ann, { name: 'only-beta', version: '1.0.0-beta.1' })
  await registry.publish(ann, { name: 'only-beta', version: '1.0.0-beta.2' })
  const place = { scope: 'ann', name: 'only-beta', version: 'latest' }
  expect(await readVersion(registry.hub, bob, place)).toMatchObject({ version: '1.0.0-beta.2' })
})

test('a contract that is dropped takes a major step', async () => {
  await registry.publish(ann, { name: 'no-contract' })
  await expect(registry.publish(ann, { name: 'no-contract', version: '1.1.0', input: null })).rejects.toMatchObject({
    details: { comparison: { required: 'major', changes: [{ reason: 'The contract was removed.' }] } },
  })
})

test('permissions that are added are shown', async () => {
  await registry.publish(ann, { name: 'more-power' })
  const manifest = { permissions: { network: ['api.example.com'] } }
  const outcome = await registry.publish(ann, { name: 'more-power', version: '1.0.1', manifest })
  expect(outcome.comparison?.permissions).toEqual([{ permission: 'network', added: ['api.example.com'], removed: [] }])
})

test('what is held is compared once more when it is released', async () => {
  const held = { name: 'held-step', files: HELD_FILES }
  expect(await registry.publish(ann, { ...held, version: '1.1.0', input })).toMatchObject({ state: 'pending' })
  const wider = { text: TEXT, pitch: { type: 'string', description: 'How high.' } }
  await registry.publish(ann, { name: 'held-step', version: '1.0.0', input: wider })
  const place = { scope: 'ann', name: 'held-step', version: '1.1.0' }
  await expect(changeState(registry.hub, reviewer, place, 'release', 'looks fine')).rejects.toMatchObject({
    code: 'PUBLISH_REFUSED',
  })
})

test('two versions published at once are each compared with what is published then', async () => {
  await registry.publish(ann, { name: 'at-once' })
  const [wider, narrower] = await Promise.allSettled([
    registry.publish(ann, { name: 'at-once', version: '1.1.0', input }),
    registry.publish(ann, { name: 'at-once', version: '1.1.1' }),
  ])
  expect(wider).toMatchObject({ status: 'fulfilled', value: { comparison: { previous: '1.0.0' } } })
  // 1.1.1 takes something of 1.1.0 away: it can only be published when it comes first.
  if (narrower.status === 'rejected') expect(narrower.reason).toMatchObject({ code: 'PUBLISH_REFUSED' })
  else expect(narrower.value.log_index).toBeLessThan(wider.status === 'fulfilled' ? (wider.value.log_index ?? 0) : 0)
})

/** The made-up package has an example that only fits its own input. */
const NO_EXAMPLES = (names: readonly string[]) => ({
  'contract.json': JSON.stringify({
    version: '2.0.0',
    description: 'Turns text into capital letters.',
    input: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, TEXT])),
      required: names,
    },
    output: { type: 'object', additionalProperties: false, properties: { text: TEXT }, required: ['text'] },
  }),
})
