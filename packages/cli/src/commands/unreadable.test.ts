import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOpenToAll } from '../../../../scripts/open-to-all.ts'
import { spawnCli } from '../fixtures/call-cli.ts'

// Root may read everything, so it becomes another user for this.
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const other = isRoot ? { uid: NOBODY } : {}
const isTried = !isRoot || (await isOpenToAll(dirname(process.execPath)))
if (!isTried)
  process.stderr.write(
    '\n!!! SKIPPED: tests of what may not be read: another user cannot reach this folder of root !!!\n\n',
  )

let dir: string
let home: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-unreadable-'))
  await chmod(dir, 0o755)
  home = join(dir, 'home')
  await mkdir(home)
  await chmod(home, 0o777)
  await mkdir(join(dir, 'closed/inner'), { recursive: true })
  await writeFile(join(dir, 'closed/SKILL.md'), '---\nname: closed\ndescription: Closed.\n---\n')
  await mkdir(join(dir, 'partly/closed'), { recursive: true })
  await writeFile(join(dir, 'partly/SKILL.md'), '---\nname: partly\ndescription: Partly closed.\n---\n')
  await writeFile(join(dir, 'partly/skill.json'), '{}')
  await writeFile(join(dir, 'secret.json'), '{}')
  for (const path of ['closed', 'partly/closed', 'partly/skill.json', 'secret.json'])
    await chmod(join(dir, path), 0o000)
})
afterAll(async () => {
  for (const path of ['closed', 'partly/closed']) await chmod(join(dir, path), 0o755)
  await rm(dir, { recursive: true, force: true })
})

const cli = (words: readonly string[]) =>
  spawnCli(words, { ...other, cwd: home, env: { HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' } })

test.skipIf(!isTried).each([
  ['lint', 'closed'],
  ['scan', 'closed'],
  ['run', 'closed'],
  ['test', 'closed'],
  ['pack', 'closed'],
  ['run', 'closed/inner'],
  ['describe', 'closed', '--base-url', 'https://hub.example.com'],
  ['find', 'news', '--root', 'closed'],
  ['inject', '--skill', 'x', '--root', 'closed'],
  ['contract', 'check', 'secret.json'],
])('%s %s: permission denied, not "is not there"', async (...words) => {
  const named = words.map((word) => (/^(?:closed|secret)/.test(word) ? join(dir, word) : word))
  const { code, stdout, stderr } = await cli([...named, '--json'])
  expect(code, stderr).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    errors: [
      { code: 'PERMISSION_DENIED', message: expect.stringMatching(/cannot be read: (?:permission denied|EACCES)/) },
    ],
  })
})

test.skipIf(!isTried)('a part that may not be read is a finding, and is never taken for absent', async () => {
  const { code, stdout } = await cli(['lint', join(dir, 'partly'), '--json'])
  expect(code).toBe(1)
  const [{ findings }] = JSON.parse(stdout)
  for (const file of ['closed', 'skill.json'])
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'skill/unreadable', file }))
})
