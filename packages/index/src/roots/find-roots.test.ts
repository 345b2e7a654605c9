import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { CLIENTS } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { findRoots } from './find-roots.ts'
import { tempFolder, writeFiles } from './fixtures/skill-folders.ts'

test('named folders come first, then the project from the nearest folder up, then the user', () => {
  const dir = tempFolder()
  writeFiles(dir, {
    'home/repo/.git/HEAD': '',
    'home/repo/.claude/skills/a/SKILL.md': '',
    'home/repo/app/.claude/skills/a/SKILL.md': '',
    'home/repo/app/.agents/skills/a/SKILL.md': '',
    'home/.claude/skills/a/SKILL.md': '',
    'elsewhere/a/SKILL.md': '',
  })
  const [home, cwd] = [join(dir, 'home'), join(dir, 'home/repo/app')]
  const found = findRoots({ roots: ['../../../elsewhere', 'not-there'], cwd, home, env: {} })
  expect(found.map(({ path, kind }) => [path.slice(dir.length + 1), kind])).toEqual([
    ['elsewhere', 'named'],
    ['home/repo/app/not-there', 'named'],
    ['home/repo/app/.agents/skills', 'project'],
    ['home/repo/app/.claude/skills', 'project'],
    ['home/repo/.claude/skills', 'project'],
    ['home/.claude/skills', 'user'],
  ])
  expect(found[2]?.clients).toEqual(expect.arrayContaining(['agents', 'codex', 'cursor']))
})

test('outside a repository only the folder itself is the project', () => {
  const dir = tempFolder()
  writeFiles(dir, { '.claude/skills/a/SKILL.md': '', 'sub/x': '' })
  expect(findRoots({ cwd: join(dir, 'sub'), home: '/nowhere', env: {} })).toEqual([])
  expect(findRoots({ cwd: dir, home: '/nowhere', env: {} })).toHaveLength(1)
})

test('a folder that is reached twice counts once', () => {
  const dir = tempFolder()
  writeFiles(dir, { '.agents/skills/a/SKILL.md': '', '.claude/x': '' })
  symlinkSync(join(dir, '.agents/skills'), join(dir, '.claude/skills'))
  const found = findRoots({ cwd: dir, home: '/nowhere', env: {} })
  expect(found.map(({ path }) => path)).toEqual([join(dir, '.agents/skills')])
  expect(found[0]?.clients).toContain('claude-code')
})

test('only the folders of the clients that were asked for count', () => {
  const dir = tempFolder()
  writeFiles(dir, { '.kiro/skills/a/SKILL.md': '', '.goose/skills/a/SKILL.md': '' })
  const paths = (clients: string[]) =>
    findRoots({ cwd: dir, home: '/nowhere', clients, env: {} }).map(({ path }) => path)
  expect(paths(['goose'])).toEqual([join(dir, '.goose/skills')])
  expect(paths([])).toEqual([])
  expect(() => paths(['nobody'])).toThrow(SkillError)
})

test('a variable moves the folder of a client', () => {
  const dir = tempFolder()
  writeFiles(dir, { 'moved/skills/a/SKILL.md': '', 'home/.codex/skills/a/SKILL.md': '' })
  const found = (env: Record<string, string>) =>
    findRoots({ cwd: dir, home: join(dir, 'home'), clients: ['codex'], env }).map(({ path }) => path)
  expect(found({})).toEqual([join(dir, 'home/.codex/skills')])
  expect(found({ CODEX_HOME: join(dir, 'moved') })).toEqual([join(dir, 'moved/skills')])
})

test('every client has an id of its own and a place for skills', () => {
  expect(new Set(CLIENTS.map(({ id }) => id)).size).toBe(CLIENTS.length)
  for (const { project, user } of CLIENTS) {
    expect(project.length + user.length).toBeGreaterThan(0)
    for (const path of project) expect(path).toMatch(/^(?!\/|~).*[^/]$/)
    for (const path of user) expect(path).toMatch(/^~\/.*skills$/)
  }
})
