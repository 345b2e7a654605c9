import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HubContext } from '../../hub-context.ts'
import { openTestRegistry } from '../../registry/fixtures/test-registry.ts'
import { Catalogue } from './catalogue.ts'
import { ExportQueue } from './export-queue.ts'
import { prepareExports } from './prepare-exports.ts'
import type { ExportPlace } from './standard-exports.ts'

test('what is published is prepared before it is requested, once and for later starts', async () => {
  await using registry = await openTestRegistry()
  const { hub } = registry
  const [ann, bea] = [await registry.person('ann'), await registry.person('bea')]
  await registry.publish(ann, { name: 'shout' })
  await registry.publish(bea, { name: 'shout', description: 'Shouts for Bea. Use when she wants to shout.' })
  await registry.publish(ann, { name: 'hidden', access: 'private' })
  {
    await using catalogue = new Catalogue(hub)
    await catalogue.prepare()
  }
  const made = await hub.db.selectFrom('standard_exports').select('name').orderBy('name').execute()
  expect(made.map(({ name }) => name)).toEqual(['bea-shout', 'shout', 'shout'])
  // Without packages nothing can be made any more: what a later start answers is what was made before.
  await rm(join(hub.config.dir, 'packages'), { recursive: true })
  await using later = new Catalogue(hub)
  for (const format of ['0.2', '0.1'] as const)
    expect(namesIn((await later.index(format)).body)).toEqual(['bea-shout', 'shout'])
  expect(namesIn((await later.indexOf('bea', undefined, '0.2')).body)).toEqual(['shout'])
})

test('what was prepared is not looked through again when something else is published', async () => {
  await using registry = await openTestRegistry()
  const [ann, bea] = [await registry.person('ann'), await registry.person('bea')]
  await using queue = new ExportQueue(registry.hub)
  const asked: string[][] = []
  let isAway = false
  const exports = {
    async get(places: readonly ExportPlace[], waitMs: number) {
      asked.push(places.map(({ name, version }) => `${name} ${version}`).toSorted())
      if (isAway) throw new Error('the database was away')
      return queue.get(places, waitMs)
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  await using catalogue = new Catalogue(registry.hub, exports)
  await registry.publish(ann, { name: 'shout', version: '1.0.0' })
  await registry.publish(ann, { name: 'whisper', version: '1.0.0' })
  await catalogue.prepare()
  await catalogue.prepare()
  await registry.publish(ann, { name: 'whisper', version: '1.0.1' })
  isAway = true
  await expect(catalogue.prepare()).rejects.toThrow('away')
  isAway = false
  await registry.publish(bea, { name: 'shout', version: '2.0.0', description: 'Shouts for Bea. Use when she shouts.' })
  await catalogue.prepare()
  expect(asked).toEqual([
    ['shout 1.0.0', 'whisper 1.0.0'],
    ['whisper 1.0.1'],
    ['bea-shout 2.0.0', 'shout 2.0.0', 'whisper 1.0.1'],
  ])
})

test('a hub looks for what is to be prepared again and again, one look at a time, and stops with the last', async () => {
  const { promise: third, resolve } = Promise.withResolvers<void>()
  let [looks, now, most] = [0, 0, 0]
  const catalogue = {
    async prepare() {
      most = Math.max(most, ++now)
      if (++looks === 3) resolve()
      await new Promise((done) => setImmediate(done))
      now--
      if (looks === 2) throw new Error('the database was away')
    },
  }
  const warned: unknown[] = []
  await using registry = await openTestRegistry()
  const hub: HubContext = {
    ...registry.hub,
    log: Object.assign(Object.create(registry.hub.log), { warn: (fact: unknown) => warned.push(fact) }),
  }
  {
    await using _preparing = prepareExports(hub, catalogue, { everyMs: 1 })
    await third
  }
  expect([most, now, warned.length]).toEqual([1, 0, 1])
})

function namesIn(body: Buffer): string[] {
  return (JSON.parse(body.toString()) as { skills: { name: string }[] }).skills.map(({ name }) => name)
}
