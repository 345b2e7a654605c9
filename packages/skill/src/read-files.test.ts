import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, PACKAGE_LIMITS, readFiles } from './read-files.ts'

test('files come sorted by bytes, whatever the locale would say', async () => {
  const dir = await folder({ 'b.md': '', 'B.md': '', 'ä.md': '', 'a/z': '', 'a.md': '' })
  expect((await listFiles(dir)).paths).toEqual(['B.md', 'a.md', 'a/z', 'b.md', 'ä.md'])
})

test('links are reported and never followed', async () => {
  const dir = await folder({ 'SKILL.md': 'x' })
  await symlink('/etc/hostname', join(dir, 'secret'))
  await symlink('/', join(dir, 'root'))
  const { files, findings } = await readFiles(dir)
  expect([...files.keys()]).toEqual(['SKILL.md'])
  expect(findings.map(({ rule, file }) => `${rule} ${file}`).sort()).toEqual(['skill/link root', 'skill/link secret'])
})

test('what is over a limit is a finding', async () => {
  const dir = await folder({ 'a.txt': '123456', 'b.txt': '12', 'c/d/e.txt': '' })
  const { files, findings } = await readFiles(dir, { ...PACKAGE_LIMITS, maxFileBytes: 5, maxDepth: 1 })
  expect([...files.keys()]).toEqual(['b.txt'])
  expect(findings.map(({ rule }) => rule).sort()).toEqual(['skill/too-deep', 'skill/too-large'])
  expect((await listFiles(dir, { ...PACKAGE_LIMITS, maxFiles: 1 })).findings.map(({ rule }) => rule)).toEqual([
    'skill/too-many-files',
  ])
})

test('a folder that is not there is an error that says what to name', async () => {
  await expect(readFiles('/nowhere/at/all')).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
    hint: expect.stringContaining('SKILL.md'),
  })
})

async function folder(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-read-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(dir, path, '..'), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  return dir
}
