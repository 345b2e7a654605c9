import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { makePackage } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { PackagePool } from './package-pool.ts'

let registry: TestRegistry
let ann: Principal
let bea: Principal
beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bea = await registry.person('bea')
  // What a thread loads when it starts is not what is compared here.
  await registry.publish(bea, { name: 'first' })
})
afterAll(() => registry[Symbol.asyncDispose]())

test('a small publish does not wait for large ones', async () => {
  const text = Array.from({ length: 60_000 }, () => `print("${randomBytes(20).toString('hex')}")`).join('\n')
  const { archive } = await makePackage({ name: 'large', files: { 'data/large.py': text } })
  const ended: string[] = []
  const large = [1, 2].map((i) =>
    registry.publish(ann, { name: 'large', archive, dryRun: true }).then(
      () => ended.push(`large ${i}`),
      () => ended.push(`large ${i}`),
    ),
  )
  await registry.publish(bea, { name: 'small' }).then(() => ended.push('small'))
  expect(ended).toEqual(['small'])
  await Promise.all(large)
})

test('a hub that is opened in the same process starts no further threads', async () => {
  await registry.publish(bea, { name: 'just-now' })
  let started = 0
  const count = () => started++
  process.on('worker', count)
  await using other = await openTestRegistry()
  await other.publish(await other.person('cem'), { name: 'other' })
  process.off('worker', count)
  expect(started).toBe(0)
})

test('what is under way when a hub stops is ended, and what another hub does goes on', async () => {
  const { archive } = await makePackage({ name: 'ended' })
  using going = new PackagePool()
  const stopped = new PackagePool()
  const stopping = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('the hub is stopping') }
  const underWay = [stopped, going, stopped].map((pool) => pool.run('unpack', { archive }))
  const ended = Promise.allSettled(underWay)
  stopped[Symbol.dispose]()
  expect(await ended).toMatchObject([
    { status: 'rejected', reason: stopping },
    { status: 'fulfilled', value: { files: expect.any(Map) } },
    { status: 'rejected', reason: stopping },
  ])
  await expect(stopped.run('unpack', { archive })).rejects.toMatchObject(stopping)
})
