import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { awaitNextFileTime, skillText, tempFolder, writeFiles } from '../roots/fixtures/skill-folders.ts'
import { PLAIN_WORDS, type PlainWords } from './fixtures/plain-words.ts'
import { openSkillStore, type SkillStore, type SkillStoreOptions } from './open-skill-store.ts'

type Options = Partial<SkillStoreOptions<PlainWords>>

function open(roots: readonly string[], cacheDir: string, options: Options = {}): Promise<SkillStore<PlainWords>> {
  const named = roots.map((path) => ({ path, kind: 'named' as const, clients: [] }))
  return openSkillStore({ roots: named, words: PLAIN_WORDS, cacheDir, ...options })
}

const ids = (store: SkillStore<PlainWords>) => [...store.entries()].map(({ id }) => id).toSorted()
const offered = (store: SkillStore<PlainWords>) =>
  [...store.entries()].filter(({ state }) => state === 'offered').map(({ path }) => path)
const count = ({ added, removed }: { added: readonly unknown[]; removed: readonly unknown[] }) => [
  added.length,
  removed.length,
]

describe('what was read once is not read again', () => {
  test('an index that is opened again knows the same skills without indexing one', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    writeFiles(root, {
      'one/SKILL.md': skillText('one', 'First.', 'version: 1.0.0\ntags: [a, b]\n'),
      'two/SKILL.md': skillText('two'),
    })
    await using first = await open([root], cache)
    expect(first.status()).toMatchObject({ skills: 2, offered: 2, snapshot: { origin: 'made' } })
    await first[Symbol.asyncDispose]()
    await using again = await open([root], cache)
    expect(again.status()).toMatchObject({ skills: 2, offered: 2, snapshot: { origin: 'found', problem: undefined } })
    expect(count(again.opened)).toEqual([0, 0])
    expect([...again.entries()]).toEqual([...first.entries()])
    expect(again.lookUp('one')).toMatchObject({
      id: 'one',
      name: 'one',
      description: 'First.',
      version: '1.0.0',
      tags: ['a', 'b'],
      kind: 'folder',
      dir: join(root, 'one'),
      path: join(root, 'one/SKILL.md'),
      root,
      state: 'offered',
      reasons: [],
    })
    expect(again.words.documents).toEqual(first.words.documents)
  })

  test('what was changed, added and removed meanwhile is taken in, and nothing else', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    for (const name of ['a', 'b', 'c', 'd']) writeFiles(root, { [`${name}/SKILL.md`]: skillText(name) })
    await (await open([root], cache))[Symbol.asyncDispose]()
    writeFiles(root, { 'b/SKILL.md': skillText('b', 'Does more.'), 'deep/e/SKILL.md': skillText('e') })
    rmSync(join(root, 'c'), { recursive: true })
    await using store = await open([root], cache)
    expect(ids(store)).toEqual(['a', 'b', 'd', 'e'])
    expect(count(store.opened)).toEqual([2, 2])
    expect(store.lookUp('b')).toMatchObject({ description: 'Does more.' })
    await store[Symbol.asyncDispose]()
    await using later = await open([root], cache)
    expect(count(later.opened)).toEqual([0, 0])
    expect(ids(later)).toEqual(['a', 'b', 'd', 'e'])
  })

  test('a skill.json that comes or goes changes its skill', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    writeFiles(root, { 'a/SKILL.md': skillText('a') })
    await using store = await open([root], cache)
    writeFiles(root, { 'a/skill.json': JSON.stringify({ version: '2.0.0' }) })
    await store.refresh()
    expect(store.lookUp('a')).toMatchObject({ version: '2.0.0' })
    rmSync(join(root, 'a/skill.json'))
    await store.refresh([join(root, 'a/skill.json')])
    expect(store.lookUp('a')).toMatchObject({ version: undefined })
  })

  test('what changed since the times count is noticed by them alone', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    const now = () => Date.now() + 10_000
    for (const name of ['a', 'b', 'deep/c']) writeFiles(root, { [`${name}/SKILL.md`]: skillText(name) })
    await (await open([root], cache, { now }))[Symbol.asyncDispose]()
    awaitNextFileTime()
    await using same = await open([root], cache, { now })
    expect(same.opened.touched).toBe(0)
    writeFiles(root, { 'b/SKILL.md': skillText('b', 'Does more.'), 'deep/d/SKILL.md': skillText('d') })
    await using store = await open([root], cache, { now })
    expect(count(store.opened)).toEqual([2, 1])
    expect(store.lookUp('b')).toMatchObject({ description: 'Does more.' })
  })

  test('an edit that keeps size and time is noticed', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    const file = join(root, 'a/SKILL.md')
    writeFiles(root, { 'a/SKILL.md': skillText('a', 'Old words.') })
    const { mtime } = statSync(file)
    await (await open([root], cache))[Symbol.asyncDispose]()
    writeFileSync(file, skillText('a', 'New words.'))
    utimesSync(file, mtime, mtime)
    await using store = await open([root], cache)
    expect(store.lookUp('a')).toMatchObject({ description: 'New words.' })
  })

  test('two edits within one tick of the clock are both noticed', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    writeFiles(root, { 'a/SKILL.md': skillText('a', 'Words 0.') })
    for (let i = 1; i < 8; i++) {
      await (await open([root], cache))[Symbol.asyncDispose]()
      writeFileSync(join(root, 'a/SKILL.md'), skillText('a', `Words ${i}.`))
      await using store = await open([root], cache)
      expect(store.lookUp('a')).toMatchObject({ description: `Words ${i}.` })
    }
  })

  test('a file that was only touched is not indexed again', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    writeFiles(root, { 'a/SKILL.md': skillText('a') })
    await using store = await open([root], cache)
    utimesSync(join(root, 'a/SKILL.md'), new Date(), new Date())
    const changes = await store.refresh()
    expect(count(changes)).toEqual([0, 0])
    expect(changes.touched).toBeGreaterThan(0)
  })
})

describe('whatever happens to folders, the index is that of a new one', () => {
  const steps: [string, (root: string) => void][] = [
    ['a skill loses its SKILL.md', (root) => rmSync(join(root, 'a/SKILL.md'))],
    ['and holds another further down', (root) => writeFiles(root, { 'a/x/SKILL.md': skillText('x') })],
    ['a folder of skills becomes a skill', (root) => writeFiles(root, { 'a/SKILL.md': skillText('whole') })],
    ['a skill is renamed', (root) => renameSync(join(root, 'b'), join(root, 'bee'))],
    ['a folder is moved with its skills', (root) => renameSync(join(root, 'deep'), join(root, 'shallow'))],
    ['another skill goes', (root) => rmSync(join(root, 'c'), { recursive: true })],
    ['and comes back with a folder for a SKILL.md', (root) => writeFiles(root, { 'c/SKILL.md/x': '' })],
    ["a client's folder comes", (root) => writeFiles(root, { '.claude/skills/k/SKILL.md': skillText('k') })],
    ['and something beside it', (root) => writeFiles(root, { 'l/SKILL.md': skillText('l') })],
    ['an agent comes', (root) => writeFiles(root, { 'agents/x/agent.yaml': '', 'agents/x/.claude/skills/m.py': '' })],
    ['with a skill folder', (root) => writeFiles(root, { 'agents/x/.claude/skills/n/SKILL.md': skillText('n') })],
    ['and without it', (root) => rmSync(join(root, 'agents/x/.claude/skills/n'), { recursive: true })],
    ['and without its skills', (root) => rmSync(join(root, 'agents/x/.claude'), { recursive: true })],
    ['the root goes', (root) => rmSync(root, { recursive: true })],
    ['and comes back as one skill', (root) => writeFiles(root, { 'SKILL.md': skillText('only') })],
    ['which gets another inside it', (root) => writeFiles(root, { 'z/SKILL.md': skillText('z') })],
    ['and becomes a folder of skills again', (root) => rmSync(join(root, 'SKILL.md'))],
  ]
  test.each([
    ['given paths, just now', true, 0],
    ['given paths, with usable times', true, 10_000],
    ['given nothing, just now', false, 0],
    ['given nothing, with usable times', false, 10_000],
  ])('%s', async (_what, isTold, laterMs) => {
    const [root, cache] = [join(tempFolder(), 'root'), tempFolder()]
    for (const name of ['a', 'b', 'c', 'deep/d', 'deep/er/e'])
      writeFiles(root, { [`${name}/SKILL.md`]: skillText(name) })
    // Seen from later, every change is old enough for its times to count.
    await using store = await open([root], cache, { now: () => Date.now() + laterMs })
    for (const [what, step] of steps) {
      awaitNextFileTime()
      step(root)
      const paths = [
        '',
        '.claude',
        'l',
        'agents/x/.claude/skills/n',
        'a',
        'a/SKILL.md',
        'a/x',
        'b',
        'bee',
        'c',
        'deep',
        'shallow',
        'SKILL.md',
        'z',
      ]
      await store.refresh(isTold ? paths.map((path) => join(root, path)) : undefined)
      await using rebuilt = await open([root], cache, { cacheDir: false })
      const view = (of: SkillStore<PlainWords>) =>
        [...of.entries()].map(({ ordinal: _own, ...entry }) => entry).toSorted((x, y) => (x.path < y.path ? -1 : 1))
      expect(view(store), what).toEqual(view(rebuilt))
      expect([...store.words.documents.values()].map(({ id }) => id).toSorted(), what).toEqual(ids(rebuilt))
    }
  })
})

describe('of two skills with one id the first by precedence is offered', () => {
  test('and the other comes back when the first goes', async () => {
    const [project, user, cache] = [tempFolder(), tempFolder(), tempFolder()]
    writeFiles(project, { 'a/SKILL.md': skillText('same', 'Of the project.') })
    writeFiles(user, {
      'a/SKILL.md': skillText('same', 'Of the user.'),
      'b/SKILL.md': skillText('same', 'Of the user too.'),
    })
    await using store = await open([project, user], cache)
    expect(offered(store)).toEqual([join(project, 'a/SKILL.md')])
    expect(store.lookUp('same')).toMatchObject({ description: 'Of the project.' })
    const hidden = [...store.entries()].filter(({ state }) => state === 'hidden')
    expect(hidden).toHaveLength(2)
    for (const { reasons, shadowedBy } of hidden) {
      expect(reasons).toEqual([{ code: 'SHADOWED', message: expect.stringContaining(join(project, 'a/SKILL.md')) }])
      expect(shadowedBy).toBe(join(project, 'a/SKILL.md'))
    }
    rmSync(join(project, 'a'), { recursive: true })
    await store.refresh()
    expect(offered(store)).toEqual([join(user, 'a/SKILL.md')])
    writeFiles(project, { 'new/SKILL.md': skillText('same', 'Of the project again.') })
    await store.refresh()
    expect(offered(store)).toEqual([join(project, 'new/SKILL.md')])
    await store[Symbol.asyncDispose]()
    await using again = await open([project, user], cache)
    expect(offered(again)).toEqual([join(project, 'new/SKILL.md')])
  })

  test('the shallower of one root comes first', async () => {
    const [root, cache] = [tempFolder(), tempFolder()]
    writeFiles(root, { 'a/deep/SKILL.md': skillText('same'), 'z/SKILL.md': skillText('same') })
    await using store = await open([root], cache)
    expect(offered(store)).toEqual([join(root, 'z/SKILL.md')])
  })
})

test.each([
  ['outer first', ['', 'skills']],
  ['inner first', ['skills', '']],
])('a root inside another gives no skill twice: %s', async (_what, paths) => {
  const [dir, cache] = [tempFolder(), tempFolder()]
  writeFiles(dir, { 'skills/a/SKILL.md': skillText('a'), 'other/b/SKILL.md': skillText('b') })
  const roots = paths.map((path) => join(dir, path))
  await using store = await open(roots, cache)
  expect(store.status()).toMatchObject({ skills: 2, offered: 2 })
  writeFiles(dir, { 'skills/c/SKILL.md': skillText('c') })
  await store.refresh()
  expect(store.status()).toMatchObject({ skills: 3, offered: 3 })
})

test('an id that no root has is absent, with names that are like it', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  for (const name of ['news-digest', 'daily-news-digest', 'pdf-reader'])
    writeFiles(root, { [`${name}/SKILL.md`]: skillText(name) })
  await using store = await open([root], cache)
  expect(store.lookUp('news-digset')).toEqual({ state: 'absent', id: 'news-digset', near: ['news-digest'] })
  expect(store.lookUp('digest')).toMatchObject({ near: ['news-digest', 'daily-news-digest'] })
  expect(store.lookUp('qwertyuiop')).toMatchObject({ state: 'absent', near: [] })
})

test('skills that the host cannot serve are hidden, and offered when it can', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  writeFiles(root, {
    'old/SKILL.md': skillText('old', 'Old.', 'hermes_version: ">=2.0.0,<3.0.0"\n'),
    'tool/SKILL.md': skillText('tool', 'Tool.', 'tools_required: [web_search]\n'),
    'plain/SKILL.md': skillText('plain'),
  })
  await using poor = await open([root], cache, { host: { version: '3.1.0', tools: [] } })
  expect(poor.status()).toMatchObject({
    skills: 3,
    offered: 1,
    hidden: 2,
    hiddenFor: { INCOMPATIBLE_HOST: 1, TOOL_NOT_AVAILABLE: 1 },
  })
  expect(poor.lookUp('old')).toMatchObject({
    state: 'hidden',
    reasons: [
      { code: 'INCOMPATIBLE_HOST', message: 'Skill requires Hermes >=2.0.0,<3.0.0, but current version is 3.1.0' },
    ],
  })
  await poor[Symbol.asyncDispose]()
  await using rich = await open([root], cache, { host: { version: '2.5.0', tools: ['web_search'] } })
  expect(rich.status()).toMatchObject({ offered: 3, snapshot: { origin: 'found' } })
})

test('the flat scripts of an agent are skills, and follow their files', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  const script = (words: string) => `"""Counts things.\n\n${words}\n"""\nprint("{}")\n`
  writeFiles(root, {
    'agents/analyst/agent.yaml': 'skills:\n  - name: count_things\n    entry: .claude/skills/count.py\n',
    'agents/analyst/.claude/skills/count.py': script('Counts what there is.'),
    'agents/analyst/.claude/skills/plan/SKILL.md': skillText('plan'),
  })
  await using store = await open([root], cache)
  const path = join(root, 'agents/analyst/.claude/skills/count.py')
  expect(store.lookUp('count-things')).toMatchObject({
    kind: 'script',
    path,
    description: 'Counts what there is.',
    state: 'offered',
  })
  const entry = store.lookUp('count-things')
  if (entry.state === 'absent') throw new Error('absent')
  expect(await store.read(entry)).toMatchObject({ id: 'count-things', entry: { language: 'python' } })
  writeFileSync(path, script('Counts them anew.'))
  await store.refresh([path])
  expect(store.lookUp('count-things')).toMatchObject({ description: 'Counts them anew.' })
  writeFiles(root, { 'agents/analyst/.claude/skills/more.py': script('More.') })
  await store.refresh()
  expect(ids(store)).toEqual(['count-things', 'more', 'plan'])
  await store[Symbol.asyncDispose]()
  await using again = await open([root], cache)
  expect(ids(again)).toEqual(['count-things', 'more', 'plan'])
  rmSync(join(root, 'agents/analyst/agent.yaml'))
  await again.refresh()
  expect(ids(again)).toEqual(['plan'])
})

test('the first build reports progress, and can be cancelled', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  for (let i = 0; i < 20; i++) writeFiles(root, { [`s${i}/SKILL.md`]: skillText(`s${i}`) })
  const seen: number[] = []
  await using _store = await open([root], cache, { onProgress: ({ done, total }) => seen.push(done, total) })
  expect(seen.slice(0, 2)).toEqual([1, 20])
  expect(seen.slice(-2)).toEqual([20, 20])
  await expect(open([root], tempFolder(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('listeners get what was added and removed, and parts can be stored with the snapshot', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  await using store = await open([root], cache)
  const received: number[][] = []
  const listening = store.onChange((changes) => received.push(count(changes)))
  store.keepPart('vectors', () => Buffer.from('numbers'))
  writeFiles(root, { 'b/SKILL.md': skillText('b') })
  await store.refresh()
  listening[Symbol.dispose]()
  writeFiles(root, { 'c/SKILL.md': skillText('c') })
  await store.refresh()
  expect(received).toEqual([[1, 0]])
  await store[Symbol.asyncDispose]()
  await using again = await open([root], cache)
  expect(Buffer.from(again.part('vectors') ?? []).toString()).toBe('numbers')
  writeFiles(root, { 'd/SKILL.md': skillText('d') })
  await again.refresh()
  await again[Symbol.asyncDispose]()
  await using last = await open([root], cache)
  expect(last.part('vectors')).toBeUndefined()
})

test('what could not be taken in this time is taken in the next', async () => {
  const [root, cache] = [tempFolder(), tempFolder()]
  writeFiles(root, { 'a/SKILL.md': skillText('a') })
  await using store = await open([root], cache)
  const { add } = store.words
  const failing = Object.assign(store.words, {
    add: () => {
      throw new Error('no room')
    },
  })
  writeFiles(root, { 'b/SKILL.md': skillText('b') })
  await expect(store.refresh()).rejects.toThrow('no room')
  Object.assign(failing, { add })
  await store.refresh()
  expect(ids(store)).toEqual(['a', 'b'])
})
