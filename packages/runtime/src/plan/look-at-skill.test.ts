import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, expect, test } from 'vitest'
import { skillLooks } from './look-at-skill.ts'

const dir = mkdtempSync(join(tmpdir(), 'look-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function skillIn(folder: string): Promise<Skill> {
  mkdirSync(join(folder, 'lib', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: looked-at\ndescription: Is looked at.\n---\n')
  writeFileSync(join(folder, 'skill.json'), JSON.stringify({ entry: 'main.py', permissions: { write: ['data'] } }))
  writeFileSync(join(folder, 'main.py'), '')
  writeFileSync(join(folder, 'lib', 'deep', 'helper.py'), 'one')
  return readSkill(folder)
}

test('a change of any file shows at the next look, and what the skill writes itself does not', async () => {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const skill = await skillIn(folder)
  let now = 0
  const lookAt = skillLooks({ now: () => now })
  const later = () => {
    now += 1_000
    return lookAt(skill).stamp
  }
  const before = lookAt(skill)
  expect(later()).toBe(before.stamp)
  const stamps = new Set([before.stamp])
  const changes: (() => void)[] = [
    () => writeFileSync(join(folder, 'main.py'), 'pass'),
    () => writeFileSync(join(folder, 'lib', 'deep', 'helper.py'), 'two'),
    () => writeFileSync(join(folder, 'lib', 'json.py'), ''),
    () => rmSync(join(folder, 'lib', 'json.py')),
  ]
  for (const change of changes.slice(0, 3)) {
    change()
    stamps.add(later())
  }
  expect(stamps.size).toBe(4)
  changes[3]?.()
  expect(later()).not.toBe([...stamps].at(-1))
  const last = later()
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'cache.json'), '{}')
  mkdirSync(join(folder, '__pycache__'))
  writeFileSync(join(folder, '__pycache__', 'main.pyc'), '')
  expect(later()).toBe(last)
})

test('a folder is not looked at for every call', async () => {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const skill = await skillIn(folder)
  let now = 0
  const lookAt = skillLooks({ now: () => now })
  const first = lookAt(skill)
  writeFileSync(join(folder, 'main.py'), 'changed')
  now = 249
  expect(lookAt(skill)).toBe(first)
  now = 250
  expect(lookAt(skill).stamp).not.toBe(first.stamp)
})
