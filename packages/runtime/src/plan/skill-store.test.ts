import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../launch/fixtures/try-program.ts'
import { openSkillStore } from './skill-store.ts'

function skillIn(root: string): string {
  const dir = join(root, 'skill')
  mkdirSync(join(dir, 'scripts'), { recursive: true })
  writeFileSync(join(dir, 'SKILL.md'), '# A skill')
  writeFileSync(join(dir, 'scripts', 'run.sh'), '#!/bin/sh\necho original')
  return dir
}

test('a copy holds what was hashed, read-only, and a program stays a program', async () => {
  using root = tempFolder()
  const { dir, digest } = await openSkillStore(join(root.path, 'store')).open(skillIn(root.path))
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(readFileSync(join(dir, 'scripts/run.sh'), 'utf8')).toContain('original')
  expect(statSync(join(dir, 'SKILL.md')).mode & 0o777).toBe(0o444)
  expect(statSync(join(dir, 'scripts/run.sh')).mode & 0o777).toBe(0o555)
  expect(statSync(join(root.path, 'store')).mode & 0o777).toBe(0o700)
})

test('a file swapped after the check does not run: the copy stays, and the changed folder is refused', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const store = openSkillStore(join(root.path, 'store'))
  const checked = await store.open(skill)
  writeFileSync(join(skill, 'scripts', 'run.sh'), '#!/bin/sh\necho swapped!')
  expect(readFileSync(join(checked.dir, 'scripts/run.sh'), 'utf8')).toContain('original')
  await expect(store.open(skill, { expected: checked.digest })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringContaining('has changed since it was checked'),
  })
})

test('a swap is noticed even when size and time of the file were restored', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const store = openSkillStore(join(root.path, 'store'))
  // What was just written could be written again within the same tick of the file system's clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { digest } = await store.open(skill)
  await store.open(skill, { expected: digest })
  const script = join(skill, 'scripts', 'run.sh')
  const { atime, mtime } = statSync(script)
  writeFileSync(script, '#!/bin/sh\necho ORIGINAL')
  utimesSync(script, atime, mtime)
  await expect(store.open(skill, { expected: digest })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('a link put in place of a file or a folder is not followed', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const store = openSkillStore(join(root.path, 'store'))
  const { digest } = await store.open(skill)
  rmSync(join(skill, 'scripts'), { recursive: true })
  mkdirSync(join(root.path, 'evil'))
  writeFileSync(join(root.path, 'evil', 'run.sh'), '#!/bin/sh\necho original')
  symlinkSync(join(root.path, 'evil'), join(skill, 'scripts'))
  await expect(store.open(skill, { expected: digest })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('a damaged copy is made again', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const store = openSkillStore(join(root.path, 'store'))
  const { dir } = await store.open(skill)
  chmodSync(join(dir, 'SKILL.md'), 0o644)
  writeFileSync(join(dir, 'SKILL.md'), '# Damaged')
  writeFileSync(join(dir, 'added.sh'), 'echo evil')
  await store.open(skill)
  expect(readFileSync(join(dir, 'SKILL.md'), 'utf8')).toBe('# A skill')
  expect(readdirSync(dir).sort()).toEqual(['SKILL.md', 'scripts'])
})

test('opened many times at once there is one copy and nothing half made', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const opened = await Promise.all(
    Array.from({ length: 12 }, () => openSkillStore(join(root.path, 'store')).open(skill)),
  )
  expect(new Set(opened.map(({ dir }) => dir)).size).toBe(1)
  expect(readdirSync(join(root.path, 'store'))).toHaveLength(1)
  expect(readdirSync(opened[0]?.dir ?? '').sort()).toEqual(['SKILL.md', 'scripts'])
})

const DAY_MS = 86_400_000

/** A store with three copies, unused for so many days. */
async function storeOf(root: string, days: readonly number[]): Promise<string[]> {
  const store = openSkillStore(join(root, 'store'))
  const copies: string[] = []
  for (const [i, idle] of days.entries()) {
    const skill = skillIn(join(root, String(i)))
    writeFileSync(join(skill, 'large.bin'), Buffer.alloc(1_000_000, i))
    const { dir } = await store.open(skill)
    copies.push(dir)
    const usedAt = new Date(Date.now() - idle * DAY_MS)
    utimesSync(dir, usedAt, usedAt)
  }
  return copies
}

test('a copy that was not used for a month is removed when another one is stored', async () => {
  using root = tempFolder()
  const [old = '', used = ''] = await storeOf(root.path, [31, 29])
  await openSkillStore(join(root.path, 'store')).open(skillIn(root.path))
  expect([existsSync(old), existsSync(used)]).toEqual([false, true])
})

test('too many copies: the longest unused go first, those of today stay', async () => {
  using root = tempFolder()
  const [older = '', old = '', today = ''] = await storeOf(root.path, [9, 8, 0])
  await openSkillStore(join(root.path, 'store'), { maxBytes: 2_500_000 }).open(skillIn(root.path))
  expect([existsSync(older), existsSync(old), existsSync(today)]).toEqual([false, true, true])
  await openSkillStore(join(root.path, 'store'), { maxBytes: 0 }).open(skillIn(join(root.path, 'another')))
  expect(existsSync(today)).toBe(true)
})

test('what a killed process left half made is removed too', async () => {
  using root = tempFolder()
  await storeOf(root.path, [0])
  const stale = join(root.path, 'store', 'new-stale')
  const fresh = join(root.path, 'store', 'new-fresh')
  for (const folder of [stale, fresh]) mkdirSync(folder)
  utimesSync(stale, new Date(0), new Date(0))
  await openSkillStore(join(root.path, 'store')).open(skillIn(root.path))
  expect([existsSync(stale), existsSync(fresh)]).toEqual([false, true])
})

test('two processes that add and remove at once: the old copies are gone, the new ones whole, nothing half made', async () => {
  using root = tempFolder()
  const old = await storeOf(
    root.path,
    Array.from({ length: 8 }, () => 40),
  )
  const skills = Array.from({ length: 8 }, (_, i) => {
    const skill = skillIn(join(root.path, `new-${i}`))
    writeFileSync(join(skill, 'number'), String(i))
    return skill
  })
  const script = `
    import { openSkillStore } from ${JSON.stringify(join(import.meta.dirname, 'skill-store.ts'))}
    const dirs = []
    for (const skill of ${JSON.stringify(skills)}) {
      const { dir } = await openSkillStore(${JSON.stringify(join(root.path, 'store'))}).open(skill)
      dirs.push(dir)
    }
    console.log(JSON.stringify(dirs))`
  writeFileSync(join(root.path, 'both.mts'), script)
  const command = ['--conditions=@skillwright/source', join(root.path, 'both.mts')]
  const both = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, command)))
  const dirs: string[] = JSON.parse(both[0]?.stdout ?? '')
  expect(new Set(both.map(({ stdout }) => stdout)).size).toBe(1)
  expect(dirs.map((dir) => readFileSync(join(dir, 'number'), 'utf8'))).toEqual(skills.map((_, i) => String(i)))
  expect(old.filter(existsSync)).toEqual([])
  expect(readdirSync(join(root.path, 'store')).sort()).toEqual(dirs.map((dir) => basename(dir)).sort())
})
