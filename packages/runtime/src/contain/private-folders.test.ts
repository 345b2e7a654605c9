import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterEach, expect, test, vi } from 'vitest'
import { createRuntime } from '../call/create-runtime.ts'
import { containedTest, tempFolder } from '../launch/fixtures/try-program.ts'
import { privateFolders } from './sandbox-layout.ts'

afterEach(() => vi.unstubAllEnvs())

/** A home folder with notes and keys, and a skill in it that may read the notes. */
async function skillInHome(home: string, file: string, source: string, runtime: object = {}): Promise<Skill> {
  const dir = join(home, 'skills', 'reader')
  for (const folder of ['notes', '.ssh', 'skills/reader']) mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, 'notes', 'today.md'), 'buy milk')
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'canary')
  writeFileSync(join(dir, 'SKILL.md'), '---\nname: reader\ndescription: Reads notes.\n---\n')
  writeFileSync(join(dir, 'skill.json'), JSON.stringify({ entry: file, permissions: { read: ['~/notes'] }, runtime }))
  writeFileSync(join(dir, file), source)
  return readSkill(dir)
}

const READERS = [
  [
    'main.py',
    `import json, os
home = os.path.expanduser("~")
seen = sorted(os.listdir(home))
open(os.path.join(home, "own.txt"), "w").write("mine")
print(json.dumps({"success": True, "data": [home, seen, open(os.path.expanduser("~/notes/today.md")).read()]}))`,
  ],
  [
    'main.js',
    `const { readdirSync, readFileSync, writeFileSync } = require('node:fs')
const home = require('node:os').homedir()
const seen = readdirSync(home).sort()
writeFileSync(home + '/own.txt', 'mine')
console.log(JSON.stringify({ success: true, data: [home, seen, readFileSync(home + '/notes/today.md', 'utf8')] }))`,
  ],
  [
    'main.sh',
    `echo "{\\"success\\": true, \\"data\\": [\\"$(cd ~ && pwd)\\", [$(ls -A ~ | sed 's/.*/"&"/' | paste -sd,)], \\"$(cat ~/notes/today.md)\\"]}"; echo mine > ~/own.txt`,
  ],
] as const

containedTest.for(READERS)(
  '~ is the same folder inside and outside, with what was granted in it: %s',
  async ([file, source]) => {
    using home = tempFolder()
    vi.stubEnv('HOME', home.path)
    const skill = await skillInHome(home.path, file, source)
    await using runtime = await createRuntime({ cacheDir: join(home.path, 'cache'), approve: () => 'grant' })
    for (let call = 0; call < 3; call++) {
      const { data, errors } = await runtime.run(skill)
      expect({ data, errors }).toEqual({ data: [home.path, ['notes', 'skills'], 'buy milk'], errors: undefined })
    }
    expect(existsSync(join(home.path, 'own.txt'))).toBe(false)
    expect(readdirSync(join(home.path, 'notes'))).toEqual(['today.md'])
  },
)

containedTest('a warm Python process finds an empty home folder at every call', async () => {
  using home = tempFolder()
  vi.stubEnv('HOME', home.path)
  const skill = await skillInHome(home.path, READERS[0][0], READERS[0][1], { tier: 'zygote' })
  await using runtime = await createRuntime({ cacheDir: join(home.path, 'cache'), approve: () => 'grant' })
  for (let call = 0; call < 4; call++)
    expect((await runtime.run(skill)).data).toEqual([home.path, ['notes', 'skills'], 'buy milk'])
})

test('no disk is put where it would hide the system', () => {
  const containment = { skillDir: '/skill', read: [], write: [], network: [] }
  const disks = (home?: string) =>
    privateFolders(home === undefined ? containment : { ...containment, home }).map(({ path }) => path)
  const usual = ['/dev/shm', '/tmp']
  for (const home of [undefined, '/', '/usr', '/etc', '/tmp', '/dev/x', '/proc']) expect(disks(home)).toEqual(usual)
  for (const home of ['/root', '/home/a', '/tmp/a', '/nonexistent', '/usr/home/a'])
    expect(disks(home)).toEqual([...usual, home])
})
