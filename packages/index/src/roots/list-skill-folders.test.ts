import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { skillText, tempFolder, writeFiles } from './fixtures/skill-folders.ts'
import { listSkillFolders } from './list-skill-folders.ts'

async function listed(root: string, areas: string[] = []) {
  const { skills, folders, findings } = await listSkillFolders(root, { areas })
  const below = (path: string) => path.slice(root.length + 1)
  return {
    skills: skills.map(({ dir, file }) => `${below(dir)} ${file}`),
    agents: folders.filter(({ kind }) => kind === 'agent').map(({ dir }) => below(dir)),
    rules: findings.map(({ rule }) => rule),
    findings,
  }
}

test('skills are found in folders of folders, whatever makes them skills', async () => {
  const root = tempFolder()
  writeFiles(root, {
    'plain/SKILL.md': skillText('plain'),
    'packaged/skill.json': '{}',
    'lower/skill.md': skillText('lower'),
    'page/skill.md': '# A page about skills\n',
    'category/inside/SKILL.md': skillText('inside'),
    'plain/nested/SKILL.md': skillText('nested'),
    'empty/readme.txt': '',
  })
  expect((await listed(root)).skills).toEqual([
    'lower skill.md',
    'packaged skill.json',
    'plain SKILL.md',
    'category/inside SKILL.md',
  ])
})

test('a root may itself be a skill', async () => {
  const root = tempFolder()
  writeFiles(root, { 'SKILL.md': skillText('it'), 'skills/other/SKILL.md': skillText('other') })
  expect((await listed(root)).skills).toEqual([' SKILL.md'])
})

test('hidden folders and those of others are skipped, the known ones are not', async () => {
  const root = tempFolder()
  const skill = { 'SKILL.md': skillText('x') }
  for (const folder of [
    '.git/a',
    '.cache/a',
    'node_modules/a',
    '.claude/agents/a',
    '.claude/skills/a',
    '.agents/skills/a',
    '.system/a',
    'sub/.github/skills/a',
  ])
    writeFiles(join(root, folder), skill)
  expect((await listed(root)).skills).toEqual([
    '.system/a SKILL.md',
    '.agents/skills/a SKILL.md',
    '.claude/skills/a SKILL.md',
    'sub/.github/skills/a SKILL.md',
  ])
})

test('six levels deep are searched, and deeper folders are reported', async () => {
  const root = tempFolder()
  writeFiles(root, { '1/2/3/4/5/6/SKILL.md': skillText('six'), 'a/b/c/d/e/f/g/SKILL.md': skillText('seven') })
  const { skills, rules } = await listed(root)
  expect(skills).toEqual(['1/2/3/4/5/6 SKILL.md'])
  expect(rules).toEqual(['index/too-much'])
})

test("an agent's folder is an agent, and its skill folders are skills", async () => {
  const root = tempFolder()
  writeFiles(root, {
    'agents/analyst/agent.yaml': 'skills: []\n',
    'agents/analyst/.claude/skills/count.py': 'print(1)\n',
    'agents/analyst/.claude/skills/plan/SKILL.md': skillText('plan'),
    'agents/analyst/notes/SKILL.md': skillText('notes'),
  })
  const { skills, agents } = await listed(root)
  expect(skills).toEqual(['agents/analyst/.claude/skills/plan SKILL.md'])
  expect(agents).toEqual(['agents/analyst'])
  const inside = await listSkillFolders(join(root, 'agents/analyst/.claude/skills'))
  expect(inside.folders.some(({ dir, kind }) => kind === 'agent' && dir === join(root, 'agents/analyst'))).toBe(true)
})

test('a link is followed once, inside the areas, and never round in circles', async () => {
  const [root, shared, outside] = [tempFolder(), tempFolder(), tempFolder()]
  writeFiles(shared, { 'copy/SKILL.md': skillText('copy'), 'many/one/SKILL.md': skillText('one') })
  writeFiles(outside, { 'secret/SKILL.md': skillText('secret') })
  symlinkSync(join(shared, 'copy'), join(root, 'copy'))
  symlinkSync(join(shared, 'many'), join(root, 'many'))
  symlinkSync(outside, join(shared, 'many/out'))
  symlinkSync(root, join(root, 'self'))
  symlinkSync(outside, join(root, 'out'))
  symlinkSync(join(shared, 'missing'), join(root, 'broken'))
  const { skills, findings } = await listed(root, [shared])
  expect(skills).toEqual(['copy SKILL.md', 'many/one SKILL.md'])
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('missing, which is not there'),
    expect.stringContaining('outside the roots'),
    expect.stringContaining('searched already'),
    expect.stringContaining('itself reached by a link'),
  ])
})

test('what is not there, not a folder or not to be read is a finding', async () => {
  const root = tempFolder()
  writeFiles(root, { 'file.txt': '' })
  expect((await listed(join(root, 'none'))).findings[0]?.message).toContain('There is no folder')
  expect((await listed(join(root, 'file.txt'))).findings[0]?.message).toContain('is a file, expected a folder')
})

test.skipIf(process.getuid?.() === 0)('a folder without permission is a finding', async () => {
  const root = tempFolder()
  const closed = join(root, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0)
  // Before the folder is removed, which needs to list it.
  onTestFinished(() => chmodSync(closed, 0o700))
  expect((await listed(root)).findings[0]?.message).toContain('cannot be listed (EACCES)')
})

test('pipes, strange names and thousands of entries do not hold it up', async () => {
  const root = tempFolder()
  writeFiles(root, { 'a\nb/SKILL.md': skillText('newline'), '"quoted" ✓/SKILL.md': skillText('quoted') })
  mkdirSync(join(root, 'pipe'))
  execFileSync('mkfifo', [join(root, 'pipe/SKILL.md'), join(root, 'fifo')])
  mkdirSync(join(root, 'full'))
  execFileSync('sh', ['-c', 'seq 3000 | xargs touch'], { cwd: join(root, 'full') })
  const { skills } = await listed(root)
  expect(skills).toEqual(['"quoted" ✓ SKILL.md', 'a\nb SKILL.md', 'pipe SKILL.md'])
})

test('it can be cancelled', async () => {
  const root = tempFolder()
  await expect(listSkillFolders(root, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
})
