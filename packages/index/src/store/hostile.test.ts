import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillText, tempFolder, writeFiles } from '../roots/fixtures/skill-folders.ts'
import { PLAIN_WORDS } from './fixtures/plain-words.ts'
import { openSkillStore } from './open-skill-store.ts'

async function entryOf(write: (dir: string) => void) {
  const root = tempFolder()
  mkdirSync(join(root, 'it'))
  write(join(root, 'it'))
  await using store = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir: false,
  })
  const [entry, ...others] = store.entries()
  expect(others).toEqual([])
  return entry
}

test.each<[string, (dir: string) => void, string]>([
  ['a pipe', (dir) => execFileSync('mkfifo', [join(dir, 'SKILL.md')]), 'SKILL.md is not a file'],
  ['a folder', (dir) => mkdirSync(join(dir, 'SKILL.md')), 'SKILL.md is not a file'],
  ['a link to a file', (dir) => symlinkSync('/etc/passwd', join(dir, 'SKILL.md')), 'SKILL.md is a link'],
  ['a link to nothing', (dir) => symlinkSync('/nowhere', join(dir, 'SKILL.md')), 'SKILL.md is a link'],
])('a SKILL.md that is %s hides the skill, and says so', async (_what, write, message) => {
  expect(await entryOf(write)).toMatchObject({
    id: 'it',
    state: 'hidden',
    reasons: [{ code: 'UNREADABLE', message: expect.stringContaining(message) }],
  })
})

test.each<[string, string | Buffer]>([
  ['a megabyte of body', skillText('it', 'Does it.', '') + 'word '.repeat(200_000)],
  [
    'three megabytes of headings, of which only the beginning is searched',
    skillText('it', 'Does it.', '') + '# x\n'.repeat(750_000),
  ],
  ['a megabyte of front matter', skillText('it', 'Does it.', `x: ${'y '.repeat(500_000)}\n`)],
  [
    'a hundred thousand fields',
    skillText('it', 'Does it.', Array.from({ length: 100_000 }, (_, i) => `k${i}: v\n`).join('')),
  ],
  ['bytes that are no text', Buffer.concat([Buffer.from(skillText('it', 'Does it.')), Buffer.alloc(9_000, 0xff)])],
])('a SKILL.md with %s is still a skill', async (_what, text) => {
  const entry = await entryOf((dir) => writeFileSync(join(dir, 'SKILL.md'), text))
  expect(entry).toMatchObject({ id: 'it', description: 'Does it.', state: 'offered' })
})

test('the texts of a skill are cut to a maximum length', async () => {
  const long = 'x'.repeat(100_000)
  const entry = await entryOf((dir) =>
    writeFiles(dir, {
      'SKILL.md': `---\nid: ${long}\nname: ${long}\ndescription: ${long}\ntags: [${'tag, '.repeat(5_000)}tag]\n---\n`,
    }),
  )
  expect(entry?.id.length).toBeLessThanOrEqual(200)
  expect(entry?.name.length).toBeLessThanOrEqual(200)
  expect(entry?.description.length).toBeLessThanOrEqual(4_000)
  expect(entry?.tags.length).toBeLessThanOrEqual(50)
})

test('a skill.json that is a link is ignored, and reported', async () => {
  const entry = await entryOf((dir) => {
    writeFiles(dir, { 'SKILL.md': skillText('it') })
    symlinkSync('/etc/passwd', join(dir, 'skill.json'))
  })
  expect(entry).toMatchObject({ state: 'offered', findings: [{ rule: 'index/unreadable', file: 'skill.json' }] })
})

test('names with line breaks and control characters are one line', async () => {
  const entry = await entryOf((dir) =>
    writeFiles(dir, { 'SKILL.md': skillText('it'), 'skill.json': JSON.stringify({ id: 'a\nb\u0000c' }) }),
  )
  expect(entry?.id).toBe('a b c')
})

test('hundreds of skills with one id are one skill and its shadows', async () => {
  const root = tempFolder()
  for (let i = 0; i < 600; i++) writeFiles(root, { [`s${i}/SKILL.md`]: skillText('same') })
  await using store = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir: false,
  })
  expect(store.status()).toMatchObject({ skills: 600, offered: 1, hiddenFor: { SHADOWED: 599 } })
})
