import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, expect, test } from 'vitest'
import { skillSnapshots } from './launch-specs.ts'

const dir = mkdtempSync(join(tmpdir(), 'snapshot-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function skillIn(folder: string): Promise<Skill> {
  mkdirSync(join(folder, 'lib', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: changing\ndescription: Its files change.\n---\n')
  writeFileSync(join(folder, 'skill.json'), JSON.stringify({ entry: 'main.py', permissions: { write: ['data'] } }))
  writeFileSync(join(folder, 'main.py'), '')
  writeFileSync(join(folder, 'lib', 'deep', 'helper.py'), 'one')
  return readSkill(folder)
}

test('a change of any file shows in the next snapshot, and what the skill writes itself does not', async () => {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const skill = await skillIn(folder)
  let now = 0
  const snapshotOf = skillSnapshots({ now: () => now })
  const later = () => {
    now += 1_000
    return snapshotOf(skill).stamp
  }
  const before = snapshotOf(skill)
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

test('a folder is not read for every call', async () => {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const skill = await skillIn(folder)
  let now = 0
  const snapshotOf = skillSnapshots({ now: () => now })
  const first = snapshotOf(skill)
  writeFileSync(join(folder, 'main.py'), 'changed')
  now = 249
  expect(snapshotOf(skill)).toBe(first)
  now = 250
  expect(snapshotOf(skill).stamp).not.toBe(first.stamp)
})
