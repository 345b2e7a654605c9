import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { makePackage } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'

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
