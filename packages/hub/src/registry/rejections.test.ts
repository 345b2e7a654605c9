import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { decide } from '../review/sign-off.ts'
import { changeState } from './change-state.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal
let rae: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  rae = await registry.person('rae', 'reviewer')
})
afterAll(() => registry[Symbol.asyncDispose]())

const at = (name: string, version = '1.0.0') => ({ scope: 'ann', name, version })
const reject = (name: string, version = '1.0.0') =>
  decide(registry.hub, rae, at(name, version), { decision: 'reject', note: 'malware' })
const script = (name: string) => ({ 'tools/helper.py': `# ${name}\nprint("steals")\n`, LICENSE: 'All may use it.' })

test('what was rejected is not published as the next version, nor anything else of the skill, before a reviewer saw it', async () => {
  const name = 'comes-again'
  const files = script(name)
  expect(await registry.publish(ann, { name, files })).toMatchObject({ state: 'published' })
  await reject(name)
  const again = {
    state: 'pending',
    reasons: [expect.stringContaining('1.0.0 was rejected'), expect.stringContaining('helper.py')],
  }
  expect(await registry.publish(ann, { name, version: '1.0.1', files, dryRun: true })).toMatchObject(again)
  expect(await registry.publish(ann, { name, version: '1.0.1', files })).toMatchObject(again)
  const changed = { 'tools/helper.py': `${files['tools/helper.py']}\n` }
  expect(await registry.publish(ann, { name, version: '1.0.2', files: changed })).toMatchObject({ state: 'pending' })
  await decide(registry.hub, rae, at(name, '1.0.2'), { decision: 'approve', note: 'harmless' })
  expect(await registry.publish(ann, { name, version: '1.0.3', files: changed })).toMatchObject({ state: 'published' })
  expect(await registry.publish(ann, { name, version: '1.0.4', files })).toMatchObject({ state: 'pending' })
})

test('a file that was rejected is known under any name, in any scope', async () => {
  await registry.publish(ann, { name: 'first-home', files: script('moves') })
  await changeState(registry.hub, rae, at('first-home'), 'quarantine', 'malware')
  const files = { 'lib/innocent.py': script('moves')['tools/helper.py'], LICENSE: 'All may use it.' }
  const moved = await registry.publish(bob, { name: 'second-home', files })
  expect(moved).toMatchObject({ state: 'pending', reasons: ['lib/innocent.py is a file that was rejected before.'] })
  // A licence that a rejected version also has is harmless.
  const { LICENSE } = files
  expect(await registry.publish(bob, { name: 'third-home', files: { LICENSE } })).toMatchObject({ state: 'published' })
})

test('a script that was rejected is known also when it is called a licence or a readme', async () => {
  await registry.publish(ann, { name: 'plain-script', files: script('disguised') })
  await reject('plain-script')
  const text = script('disguised')['tools/helper.py']
  for (const [name, path] of [
    ['as-licence', 'LICENSE.py'],
    ['as-readme', 'tools/readme.py'],
    ['as-notice', 'lib/notice.min.js'],
  ] as const)
    expect(await registry.publish(bob, { name, files: { [path]: text } }), path).toMatchObject({ state: 'pending' })
})

test('what was rejected is known by its content when it comes as a picture, a licence or a sample beside a new loader', async () => {
  const payload = script('carried')['tools/helper.py']
  await registry.publish(ann, { name: 'carried-first', files: { 'tools/helper.py': payload } })
  await reject('carried-first')
  for (const [name, path] of [
    ['as-picture', 'assets/x.svg'],
    ['as-plain-licence', 'LICENSE'],
    ['as-sample', 'examples/data.txt'],
    ['as-manifest', 'lib/contract.json.txt'],
  ] as const) {
    const files = { [path]: payload, 'tools/load.py': `# ${name}\nprint("hello")\n` }
    expect(await registry.publish(bob, { name, files }), path).toMatchObject({
      state: 'pending',
      reasons: [`${path} is a file that was rejected before.`],
    })
  }
})

test('a picture of a version that was rejected is known again', async () => {
  const files = { 'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><!-- carried --></svg>' }
  await registry.publish(ann, { name: 'drawn-first', files: { ...files, ...script('drawn') } })
  await reject('drawn-first')
  const again = { ...files, 'tools/load.py': '# another loader\nprint("hello")\n' }
  expect(await registry.publish(bob, { name: 'drawn-again', files: again })).toMatchObject({
    state: 'pending',
    reasons: ['assets/logo.svg is a file that was rejected before.'],
  })
})

test('what a skill has in a version that stands is not held for being in a copy that was rejected', async () => {
  const files = { 'tools/famous.py': '# famous\nprint("good")\n' }
  await registry.publish(bob, { name: 'famous-words', files })
  await registry.publish(ann, { name: 'famous-copy', files: { ...files, ...script('copy') } })
  await reject('famous-copy')
  expect(await registry.publish(bob, { name: 'famous-words', version: '1.0.1', files })).toMatchObject({
    state: 'published',
  })
})

test('a file that a reviewer found harmless elsewhere is no longer held', async () => {
  const files = { 'tools/vendored.py': '# vendored\nprint("good")\n' }
  await registry.publish(ann, { name: 'bundles-it', files: { ...files, ...script('bundle') } })
  await reject('bundles-it')
  expect(await registry.publish(bob, { name: 'uses-it', files })).toMatchObject({ state: 'pending' })
  await changeState(registry.hub, rae, { scope: 'bob', name: 'uses-it', version: '1.0.0' }, 'release', 'vendored')
  expect(await registry.publish(bob, { name: 'uses-it-too', files })).toMatchObject({ state: 'published' })
  expect(await registry.publish(bob, { name: 'not-the-rest', files: script('bundle') })).toMatchObject({
    state: 'pending',
  })
})

test('what every new skill brings along is not held for being in one that was rejected', async () => {
  const scaffold = {
    'tests/basic.json': '[{"input": {"text": "b"}}]',
    'prompts/examples/example1.json': '{"input": {"text": "a"}}',
  }
  await registry.publish(ann, { name: 'from-scaffold', files: { ...scaffold, ...script('scaffold') } })
  await reject('from-scaffold')
  expect(await registry.publish(bob, { name: 'scaffold-too', files: scaffold })).toMatchObject({ state: 'published' })
})

test('a rejection that was taken back is forgotten', async () => {
  const files = script('pardoned')
  await registry.publish(ann, { name: 'pardoned-words', files })
  await reject('pardoned-words')
  await changeState(registry.hub, rae, at('pardoned-words'), 'release', 'a mistake')
  const next = { name: 'pardoned-words', version: '1.0.1', files }
  expect(await registry.publish(ann, next)).toMatchObject({ state: 'published' })
})
