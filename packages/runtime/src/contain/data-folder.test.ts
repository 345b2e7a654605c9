import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { expect, test, vi } from 'vitest'
import { createRuntime } from '../call/create-runtime.ts'
import { containedTest, type TryOptions, tempFolder, tryProgram } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import { dataFolder, dataGrants } from './data-folder.ts'

async function skillThatWrites(root: string, write: readonly string[]): Promise<Skill> {
  const dir = join(root, 'keeper')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'SKILL.md'), '---\nname: keeper\ndescription: Keeps things.\n---\n')
  writeFileSync(join(dir, 'skill.json'), JSON.stringify({ permissions: { write } }))
  return readSkill(dir)
}

test('a skill has a data folder of its own for each principal, outside of its package', async () => {
  using root = tempFolder()
  const skill = await skillThatWrites(root.path, ['out'])
  const options = { root: join(root.path, 'home') }
  const folder = dataFolder(skill, options)
  expect(dirname(folder)).toBe(join(root.path, 'home', 'data'))
  expect(dataFolder(skill, options)).toBe(folder)
  expect(dataFolder(skill, { ...options, principal: 'ann' })).not.toBe(folder)
  const elsewhere = await skillThatWrites(join(root.path, 'elsewhere'), ['out'])
  expect(dataFolder(elsewhere, options)).not.toBe(folder)
})

test('only what lies inside the package is kept there, and made without following a link', async () => {
  using root = tempFolder()
  const skillDir = join(root.path, 'skill')
  const dataDir = join(root.path, 'data')
  const outside = join(root.path, 'outside')
  for (const folder of [skillDir, outside]) mkdirSync(folder)
  const grants = (...write: string[]) =>
    dataGrants({ skillDir, dataDir, read: [], write: write.map((path) => resolve(skillDir, path)), network: [] })
  expect(grants('out', 'notes/today', '/srv/x', 'out/sub')).toEqual({
    own: ['out', 'notes/today'].map((path) => ({ path: join(skillDir, path), source: join(dataDir, path) })),
    others: ['/srv/x'],
  })
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(['notes', 'notes/today', 'out'])
  for (const base of [skillDir, dataDir]) {
    symlinkSync(outside, join(base, 'link'))
    for (const path of ['link', 'link/x', 'link/x/y'])
      expect(() => grants(path)).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }))
    rmSync(join(base, 'link'))
  }
  writeFileSync(join(skillDir, 'main.py'), '')
  expect(() => grants('main.py')).toThrow(/no folder/)
  expect(readdirSync(outside)).toEqual([])
})

/** Runs a script the way a skill runs that may write these paths. */
async function inSandbox(script: string, skill: Skill, more: Pick<TryOptions, 'read' | 'write'> & { dataDir: string }) {
  using launch = createSpawnLaunch()
  const dir = skill.dir ?? ''
  return tryProgram(['/bin/sh', '-c', script], {
    launch,
    dir,
    ...more,
  })
}

containedTest('what a skill writes into its own folder is kept outside of it', async () => {
  using root = tempFolder()
  const skill = await skillThatWrites(root.path, ['out'])
  const dir = skill.dir ?? ''
  const dataDir = dataFolder(skill, { root: join(root.path, 'home') })
  mkdirSync(join(dir, 'out'))
  const script = 'echo one > out/a; echo two > out/b; cat out/*; echo x > skill.json'
  const write = [join(dir, 'out')]
  expect(await inSandbox(script, skill, { write, dataDir })).toMatchObject({
    stdout: 'one\ntwo\n',
    stderr: expect.stringContaining('skill.json: Read-only'),
  })
  expect(readdirSync(join(dir, 'out'))).toEqual([])
  expect(readFileSync(join(dataDir, 'out', 'a'), 'utf8')).toBe('one\n')
  expect((await inSandbox('cat out/b', skill, { write, dataDir })).stdout).toBe('two\n')
})

containedTest('a link that a skill puts where its next version may write or read leads nowhere', async () => {
  using root = tempFolder()
  const skill = await skillThatWrites(root.path, ['out', 'out/sub'])
  const dir = skill.dir ?? ''
  const secret = join(root.path, 'secret')
  const shared = join(root.path, 'shared')
  for (const folder of [secret, join(shared, 'sub'), join(dir, 'out')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(secret, 'canary'), 'canary')
  const dataDir = dataFolder(skill, { root: join(root.path, 'home') })
  const write = ['out', 'out/sub'].map((path) => join(dir, path))
  const options = { write: [...write, shared, join(shared, 'sub')], dataDir }
  const plant = `for d in out ${shared}; do rm -rf $d/sub; ln -s ${secret} $d/sub; done; ls -d ${shared}/sub out/sub`
  expect((await inSandbox(plant, skill, { ...options, write: [join(dir, 'out'), shared] })).stdout).toBe(
    `${join(shared, 'sub')}\nout/sub\n`,
  )
  const { stdout } = await inSandbox(`cat out/sub/canary ${shared}/sub/canary; echo end`, skill, options)
  expect(stdout).toBe('end\n')
  // The links are there, and outside they would lead to the secret.
  expect(existsSync(join(dataDir, 'out', 'sub', 'canary'))).toBe(true)
  const reading = await inSandbox(`cat ${shared}/sub/canary; echo end`, skill, {
    ...options,
    write: [shared],
    read: [join(shared, 'sub')],
  })
  expect(reading.stdout).toBe('end\n')
})

containedTest(
  'a skill that is warm gets a new data folder when the old one was deleted, as one that is not',
  async () => {
    using root = tempFolder()
    vi.stubEnv('SKILLWRIGHT_DATA', join(root.path, 'home'))
    const dir = join(root.path, 'counter')
    mkdirSync(dir)
    writeFileSync(join(dir, 'SKILL.md'), '---\nname: counter\ndescription: Counts.\n---\n')
    writeFileSync(join(dir, 'skill.json'), JSON.stringify({ entry: 'main.py', permissions: { write: ['out'] } }))
    const script = `import json, sys
sys.stdin.read()
open("out/calls", "a").write("x")
print(json.dumps({"success": True, "data": open("out/calls").read()}))
`
    writeFileSync(join(dir, 'main.py'), script)
    await using runtime = await createRuntime({ cacheDir: join(root.path, 'cache') })
    const skill = await readSkill(dir)
    const answers = async () => {
      const found: unknown[] = []
      for (let i = 0; i < 4; i++) found.push((await runtime.run(skill)).data)
      return found
    }
    expect(await answers()).toEqual(['x', 'xx', 'xxx', 'xxxx'])
    rmSync(join(root.path, 'home'), { recursive: true })
    expect(await answers()).toEqual(['x', 'xx', 'xxx', 'xxxx'])
    vi.unstubAllEnvs()
  },
)
