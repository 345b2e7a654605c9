import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tempFolder, tryProgram } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import { detectContainment, sandboxMemory } from './detect-containment.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const real = await detectContainment()
const containedTest = test.skipIf(real.bwrap === undefined)

/** A folder with a `bwrap` that notes each start and does what the script says, and a memory. */
function openHost(name: string, script = `exec ${real.bwrap} "$@"`) {
  const dir = join(folder.path, name)
  mkdirSync(dir)
  const log = join(dir, 'log')
  const install = (body: string) =>
    writeFileSync(join(dir, 'bwrap'), `#!/bin/sh\necho >>${log}\n${body}\n`, { mode: 0o755 })
  install(script)
  return {
    dir,
    install,
    memory: sandboxMemory(join(dir, 'cache')),
    path: `${dir}:/usr/bin:/bin`,
    tries: () => (existsSync(log) ? readFileSync(log, 'latin1').length : 0),
  }
}

containedTest('a sandbox that could be made is not tried again, until the program that made it changes', async () => {
  const { memory, path, tries, install } = openHost('again')
  const first = await detectContainment({ path, memory })
  const second = await detectContainment({ path, memory })
  expect(tries()).toBe(1)
  expect(second).toMatchObject({ bwrap: first.bwrap, prlimit: first.prlimit, problems: [] })
  expect(second.groups?.places).toEqual(first.groups?.places)
  install('exit 1')
  expect((await detectContainment({ path, memory })).bwrap).toBeUndefined()
  expect(tries()).toBe(2)
})

containedTest('what could not be made is tried every time', async () => {
  const { memory, path, tries } = openHost('never', 'echo no >&2; exit 1')
  for (const times of [1, 2]) {
    expect((await detectContainment({ path, memory })).bwrap).toBeUndefined()
    expect(tries()).toBe(times)
  }
})

containedTest('a memory that lies lets nothing run uncontained, and is believed once', async () => {
  const { dir, memory, path, tries } = openHost('lie', 'echo no >&2; exit 1')
  const bwrap = join(dir, 'bwrap')
  memory.keep(bwrap, { groups: real.groups?.isWhole === true })
  const offer = await detectContainment({ path, memory })
  expect(offer.bwrap).toBe(bwrap)
  using launch = createSpawnLaunch({ offer, memory })
  const mark = join(dir, 'mark')
  const { exit } = await tryProgram(['/bin/sh', '-c', `echo >${mark}`], { launch, dir, contained: true })
  expect(exit.code).not.toBe(0)
  expect(existsSync(mark)).toBe(false)
  expect(memory.recall(bwrap)).toBeUndefined()
  expect(tries()).toBe(1)
})

test.for(['', 'null', '[]', '{"for":', '{"for":1,"groups":true}'])(
  'a memory that reads %o remembers nothing',
  (text) => {
    const dir = join(folder.path, `broken-${text.length}`)
    mkdirSync(dir)
    writeFileSync(join(dir, 'sandbox.json'), text)
    expect(sandboxMemory(dir).recall('/bin/sh')).toBeUndefined()
  },
)
