import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSkill } from './parse-skill.ts'

const root = await mkdtemp(join(tmpdir(), 'skills-'))
afterAll(() => rm(root, { recursive: true, force: true }))

test('a folder is read with every path it holds, and its name where the skill states none', async () => {
  const dir = join(root, 'My Folder')
  await mkdir(join(dir, 'tools'), { recursive: true })
  await writeFile(join(dir, 'SKILL.md'), '# No front matter\n')
  await writeFile(join(dir, 'tools/only.py'), 'print(1)')
  expect(await readSkill(dir)).toMatchObject({
    dir,
    id: 'my-folder',
    files: ['SKILL.md', 'tools/only.py'],
    entry: { path: 'tools/only.py', language: 'python' },
    findings: [{ rule: 'skill/no-front-matter', line: 1 }],
  })
})

test('links are reported and never followed', async () => {
  const dir = join(root, 'linked')
  await mkdir(dir)
  await writeFile(join(root, 'secret.json'), '{"id": "secret"}')
  await writeFile(join(dir, 'SKILL.md'), '---\nname: linked\ndescription: d\n---\n')
  await symlink(join(root, 'secret.json'), join(dir, 'skill.json'))
  const skill = await readSkill(dir)
  expect(skill).toMatchObject({
    id: 'linked',
    manifest: undefined,
    findings: [{ rule: 'skill/link', file: 'skill.json' }],
  })
})

test('a lower-case skill.md counts', async () => {
  const dir = join(root, 'lower')
  await mkdir(dir)
  await writeFile(join(dir, 'skill.md'), '---\nname: lower\ndescription: d\n---\n')
  expect(await readSkill(dir)).toMatchObject({ name: 'lower', description: 'd', findings: [] })
})

test('no folder, and a file instead of one, say what was expected', async () => {
  await expect(readSkill(join(root, 'nowhere'))).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  await writeFile(join(root, 'file'), '')
  await expect(readSkill(join(root, 'file'))).rejects.toThrow('is a file, expected a skill folder')
})
