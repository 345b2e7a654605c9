import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { skillText, tempFolder, writeFiles } from '../roots/fixtures/skill-folders.ts'
import { PLAIN_WORDS, type PlainWords } from './fixtures/plain-words.ts'
import { openSkillStore, type SkillStore } from './open-skill-store.ts'

const ids = (store: SkillStore<PlainWords>) => [...store.entries()].map(({ id }) => id).toSorted()

test.each([
  ['watching', {}],
  ['polling', { maxWatched: 0, pollMs: 20 }],
] as const)('an index that is %s follows what happens', async (mode, watch) => {
  const root = tempFolder()
  writeFiles(root, { 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') })
  await using store = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir: false,
    watch,
  })
  expect(store.status().watch).toBe(mode)
  writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'Changed.'))
  await until(() => JSON.stringify(store.lookUp('a')).includes('Changed.'))
  writeFiles(root, { 'new/folder/c/SKILL.md': skillText('c') })
  await until(() => ids(store).join() === 'a,b,c')
  rmSync(join(root, 'b'), { recursive: true })
  await until(() => ids(store).join() === 'a,c')
  writeFiles(root, { 'new/folder/c/SKILL.md': skillText('c', 'Changed too.') })
  await until(() => JSON.stringify(store.lookUp('c')).includes('Changed too.'))
})

test.each([
  ['watching', {}],
  ['polling', { maxWatched: 0, pollMs: 20 }],
] as const)('a root that is made, deleted and made again is followed by an index that is %s', async (_, watch) => {
  const dir = tempFolder()
  const root = join(dir, '.claude', 'skills')
  await using store = await openSkillStore({
    roots: [{ path: root, kind: 'project', clients: ['claude-code'] }],
    words: PLAIN_WORDS,
    cacheDir: false,
    watch,
  })
  expect(store.status()).toMatchObject({ roots: [], findings: [] })
  writeFiles(dir, { '.claude/settings.json': '{}' })
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  await until(() => ids(store).join() === 'a')
  expect(store.status().roots).toMatchObject([{ path: root, skills: 1 }])
  rmSync(join(dir, '.claude'), { recursive: true })
  await until(() => ids(store).length === 0)
  writeFiles(root, { 'b/SKILL.md': skillText('b') })
  await until(() => ids(store).join() === 'b')
  rmSync(root, { recursive: true })
  writeFiles(root, { 'c/SKILL.md': skillText('c') })
  await until(() => ids(store).join() === 'c')
  writeFiles(root, { 'c/SKILL.md': skillText('c', 'Changed.') })
  await until(() => JSON.stringify(store.lookUp('c')).includes('Changed.'))
})

test('an index that is closed follows nothing any more', async () => {
  const root = tempFolder()
  const store = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir: false,
    watch: true,
  })
  await store[Symbol.asyncDispose]()
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  // Another watcher of the same folder gets the event, and this one has not.
  await using other = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir: false,
    watch: true,
  })
  writeFiles(root, { 'b/SKILL.md': skillText('b') })
  await until(() => ids(other).join() === 'a,b')
  expect(ids(store)).toEqual([])
})

test('an index that watches keeps no process alive', async () => {
  const root = tempFolder()
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  const program = `
    import { openSkillStore } from ${JSON.stringify(join(import.meta.dirname, 'open-skill-store.ts'))}
    import { PLAIN_WORDS } from ${JSON.stringify(join(import.meta.dirname, 'fixtures/plain-words.ts'))}
    const roots = [{ path: ${JSON.stringify(root)}, kind: 'named', clients: [] }]
    const store = await openSkillStore({ roots, words: PLAIN_WORDS, cacheDir: false, watch: true })
    console.log(store.status().watch)`
  const args = ['--conditions=@skillwright/source', '--no-warnings', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 })
  expect(stdout.trim()).toBe('watching')
})

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await setTimeout(25)
}
