import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from './launch/launch-under-test.ts'
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

test('a swap is noticed even when size and time of the file were put back', async () => {
  using root = tempFolder()
  const skill = skillIn(root.path)
  const store = openSkillStore(join(root.path, 'store'))
  await wait(150)
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

test('a damaged copy is made anew', async () => {
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
    Array.from({ length: 12 }, () => openSkillStore(join(root.path, 'store')).open(skill, { folders: ['out'] })),
  )
  expect(new Set(opened.map(({ dir }) => dir)).size).toBe(1)
  expect(readdirSync(join(root.path, 'store'))).toHaveLength(1)
  expect(readdirSync(opened[0]?.dir ?? '').sort()).toEqual(['SKILL.md', 'out', 'scripts'])
})
