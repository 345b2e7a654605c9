import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SKILL = '.agents/skills/text-diff/SKILL.md'
const before = process.cwd()
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-install-'))
  process.env.SKILLWRIGHT_DATA = join(dir, 'data')
  process.env.SKILLWRIGHT_CONFIG = join(dir, 'config')
  process.env.HOME = join(dir, 'home')
  await cp(join(ROOT, 'skills/text-diff'), join(dir, 'src/text-diff'), { recursive: true })
  process.chdir(dir)
})
afterAll(async () => {
  process.chdir(before)
  await rm(dir, { recursive: true, force: true })
})

test('a new user installs, looks, edits, checks, and goes back', async () => {
  expect(await callCli(['list'])).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('nothing is') })
  expect(await callCli(['update'])).toMatchObject({ code: 0, stderr: 'nothing to do: 0 installed as locked\n' })
  // Nothing was done, so there is nothing that rollback could take back.
  expect(existsSync('.skillwright/history')).toBe(false)
  const dry = await callCli(['install', './src/text-diff', '--dry-run'])
  expect(dry).toMatchObject({ code: 0, stderr: 'nothing was changed\n' })
  const done = await callCli(['skill', 'install', './src/text-diff'])
  expect(done).toMatchObject({ code: 0, stderr: '1 installed\n' })
  expect((await callCli(['list'])).stdout).toMatch(/^text-diff {2}\d/)
  expect(await callCli(['verify'])).toMatchObject({ code: 0, stderr: 'everything is as it was installed\n' })
  const why = 'you ask for text-diff * from file:./src/text-diff: text-diff'
  expect((await callCli(['why', 'text-diff'])).stdout).toContain(why)
  await writeFile(SKILL, `${await readFile(SKILL, 'utf8')}mine\n`)
  expect(await callCli(['verify'])).toMatchObject({ code: 1, stdout: `changed ${SKILL}\n` })
  expect((await callCli(['diff', 'text-diff'])).stdout).toContain('\n+mine\n')
  const kept = await callCli(['uninstall', 'text-diff'])
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFLICT') })
  expect(await callCli(['remove', 'text-diff', '--force'])).toMatchObject({ code: 0 })
  expect((await callCli(['list', '--json'])).stdout).toBe('[]\n')
  expect((await callCli(['list', '--all-agents'])).stderr).toContain('no agent reads a skill here')
  expect((await callCli(['rollback'])).stdout).toContain('took back: uninstall text-diff')
  expect(await readFile(SKILL, 'utf8')).toMatch(/mine\n$/)
  const everything: unknown = JSON.parse((await callCli(['list', '--all-agents', '--json'])).stdout)
  expect(everything).toMatchObject([{ name: 'text-diff', installedBy: 'skillwright', isModified: true }])
  const lock: unknown = JSON.parse((await callCli(['lock', 'export', '--to', 'skills'])).stdout)
  expect(lock).toMatchObject({ skills: { 'text-diff': { sourceType: 'local' } } })
  const exported: unknown = JSON.parse((await callCli(['lock', 'export', '--to', 'apm', '--json'])).stdout)
  expect(exported).toMatchObject({ to: 'apm', leftOut: ['text-diff'] })
  const [, place = ''] = /is in (.+)\n$/.exec((await callCli(['rollback'])).stdout) ?? []
  expect(await readFile(join(place, 'SKILL.md'), 'utf8')).toMatch(/mine\n$/)
  expect(await callCli(['update'])).toMatchObject({ code: 0, stderr: 'nothing to do: 0 installed as locked\n' })
  expect(existsSync('skillwright.lock')).toBe(false)
  await callCli(['install', './src/text-diff'])
})

test('a new permission needs a yes', async () => {
  const file = 'src/text-diff/skill.json'
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...manifest, permissions: { network: ['api.example.com'] } }))
  const refused = await callCli(['update'])
  const message = 'PERMISSION_DENIED: text-diff may do more than you have agreed to'
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
  expect(refused.stdout).toContain('may now network api.example.com')
  expect(await callCli(['update', '--yes'])).toMatchObject({ code: 0 })
  expect(await readFile('skillwright.lock', 'utf8')).toContain('"network api.example.com": "granted"')
})

test('a pin says what it wrote', async () => {
  const said = 'wrote skillwright.yaml and skillwright.lock; 1 installed as before\n'
  expect(await callCli(['pin', 'text-diff'])).toMatchObject({ code: 0, stderr: said })
  expect(await callCli(['unpin', 'text-diff'])).toMatchObject({ code: 0, stderr: said })
})

test.each([
  ['install', 'nowhere:x', 'Expected a source'],
  ['install', './absent', 'There is nothing at'],
  ['uninstall', 'absent', 'does not ask for absent'],
  ['update', 'absent', 'absent is not installed'],
  ['why', 'absent', 'absent is not installed'],
  ['pin', 'absent', 'absent is not installed'],
])('%s %s says what is wrong and what to do', async (verb, what, message) => {
  const { code, stderr } = await callCli([verb, what])
  expect([1, 2]).toContain(code)
  expect(stderr).toContain(message)
  expect(stderr).toMatch(/^hint /m)
})

test.each([
  ...['install', 'uninstall', 'update', 'list', 'ci', 'outdated', 'audit', 'why', 'diff', 'pin', 'unpin', 'rollback'],
  ...['lock import', 'lock export'],
])('%s --help has examples and --json', async (verb) => {
  const { code, stdout } = await callCli([...verb.split(' '), '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--json')
  expect(stdout).toContain(`Examples:\n  $ skillwright ${verb}`)
})
