import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { setAccess } from '../registry/set-access.ts'
import { injectSkills } from './inject-skills.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  await registry.publish(ann, { name: 'log-triage', description: 'Finds the errors in a log file and groups them.' })
  await registry.publish(ann, { name: 'own-log', description: 'Finds the errors in my own log file.' })
  await setAccess(registry.hub, ann, { scope: 'ann', name: 'own-log' }, 'private')
})
afterAll(() => registry[Symbol.asyncDispose]())

const ask = (who: Principal, budget: number) =>
  injectSkills(registry.hub, who, { message: 'errors in my log', prompt: 'You are Hermes.', budget, top: 3 })

test('a message gets a prompt with the skills that fit the budget, and says why the others do not', async () => {
  const { offers, prompt, tokens } = await ask(bob, 400)
  expect(offers).toMatchObject([{ name: '@ann/log-triage', level: expect.any(String), left_out: null }])
  expect(offers[0]?.why.length).toBeGreaterThan(0)
  expect(prompt).toContain("You are Hermes.\n\n<skill name='@ann/log-triage'>")
  expect(tokens).toBeLessThanOrEqual(400)
  const [small] = (await ask(bob, 5)).offers
  expect(small).toMatchObject({ level: null, tokens: null, left_out: expect.stringContaining('tokens') })
})

test('private skills are offered to those who may see them alone', async () => {
  expect((await ask(ann, 400)).offers.map(({ name }) => name)).toContain('@ann/own-log')
  expect((await ask(bob, 400)).offers.map(({ name }) => name)).not.toContain('@ann/own-log')
})
