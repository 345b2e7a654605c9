import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openIndex, type SkillIndex } from './index.ts'
import { skillText, tempFolder, writeFiles } from './roots/fixtures/skill-folders.ts'

const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
const stateOf = (index: SkillIndex, id: string) => {
  const entry = index.lookUp(id)
  return [entry.state, ...(entry.state === 'hidden' ? entry.reasons.map(({ code }) => code) : [])]
}

const NEWS = {
  id: 'daily-news-digest',
  name: 'Daily news digest',
  description: 'Summarises the news of the day from feeds. Use when the user wants a briefing.',
  body: '# Digest\n\n## Overview\n\nReads feeds.\n\n## Usage\n\n1. Ask for topics\n2. Search\n',
}
const UNITS = {
  id: 'unit-converter',
  name: 'Unit converter',
  description: 'Converts lengths, weights and temperatures between units.',
  body: '# Units\n\n## Overview\n\nMetric and imperial.\n',
}
const DIFF = {
  id: 'text-diff',
  name: 'Text diff',
  description: 'Compares two texts line by line and shows what changed.',
  body: '# Diff\n',
}
const LISTED = [NEWS, UNITS, DIFF]

/** Folders in the three ways in which people keep skills. */
function writeSkills(root: string): void {
  writeFiles(root, {
    'digest/SKILL.md': `---
id: daily-news-digest
name: Daily news digest
version: 1.2.0
description: Summarises the news of the day.
hermes_version: ">=3.0.0,<4.0.0"
tools_required: [web_search]
tags: [news]
---

# Digest

## Overview

Reads feeds and writes a briefing.

## Usage

1. Ask for topics
2. Search
`,
    'unit-converter/SKILL.md': skillText('unit-converter', 'Converts lengths and weights between units.'),
    'helper/agent.yaml': 'role: helper\nskills:\n  - name: text_diff\n    entry: .claude/skills/text_diff.py\n',
    'helper/.claude/skills/text_diff.py': '"""\nText diff\n\nCompares two texts line by line.\n"""\n',
  })
}

describe('skills in folders', () => {
  test('packages, standard skills and the skills of an agent are found by what they say', async () => {
    const root = tempFolder()
    writeSkills(root)
    await using index = await openIndex({ roots: [root], cacheDir: tempFolder() })
    expect(idsOf([...index.entries()]).toSorted()).toEqual(['daily-news-digest', 'text-diff', 'unit-converter'])
    const [found] = await index.find('convert that length into other units')
    expect(found).toMatchObject({
      id: 'unit-converter',
      name: 'unit-converter',
      path: join(root, 'unit-converter/SKILL.md'),
    })
    expect(found?.why.vectorShare).toBe(0)
    expect(found?.why.words).toContainEqual(expect.objectContaining({ word: 'units', field: 'name' }))
    expect(idsOf(await index.findRelevant('compare these two texts'))[0]).toBe('text-diff')
  })

  test('a message in Chinese finds a skill that is described in English', async () => {
    await using index = await openIndex({ skills: LISTED })
    const [found] = await index.find('总结今天的新闻')
    expect(found).toMatchObject({ id: 'daily-news-digest' })
    expect(found?.why.words).toContainEqual(expect.objectContaining({ word: 'news', from: '新闻' }))
  })

  test('of two skills with one id that of the first root is offered, and the other says what shadows it', async () => {
    const [project, user] = [tempFolder(), tempFolder()]
    writeFiles(project, { 'a/SKILL.md': skillText('notes', 'Searches the notes of the project.') })
    writeFiles(user, { 'b/SKILL.md': skillText('notes', 'Searches the notes of the user.') })
    await using index = await openIndex({ roots: [project, user], cacheDir: false })
    expect(index.lookUp('notes')).toMatchObject({ state: 'offered', path: join(project, 'a/SKILL.md') })
    expect(index.status()).toMatchObject({ skills: 2, offered: 1, hidden: 1, hiddenFor: { SHADOWED: 1 } })
    const shadowed = [...index.entries()].find(({ state }) => state === 'hidden')
    expect(shadowed).toMatchObject({ root: user, shadowedBy: join(project, 'a/SKILL.md') })
    expect((await index.find('search my notes')).map(({ path }) => path)).toEqual([join(project, 'a/SKILL.md')])
  })

  test("a project's skills come before the user's, of every client by default", async () => {
    const [cwd, home] = [tempFolder(), tempFolder()]
    mkdirSync(join(cwd, '.git'))
    writeFiles(cwd, { '.claude/skills/notes/SKILL.md': skillText('notes', 'Searches the notes of the project.') })
    writeFiles(home, { '.claude/skills/notes/SKILL.md': skillText('notes', 'Searches the notes of the user.') })
    await using index = await openIndex({ cwd, home, cacheDir: false })
    expect(index.lookUp('notes')).toMatchObject({ path: join(cwd, '.claude/skills/notes/SKILL.md') })
    expect(index.status().roots).toMatchObject([
      { kind: 'project', skills: 1 },
      { kind: 'user', skills: 1 },
    ])
    await using none = await openIndex({ cwd, home, clients: [], cacheDir: false })
    expect(none.status()).toMatchObject({ skills: 0, roots: [] })
  })

  test('a skill that the host cannot serve is hidden with the reasons, and not found', async () => {
    const root = tempFolder()
    writeSkills(root)
    const host = { version: '4.1.0', tools: ['read_file'] }
    await using index = await openIndex({ roots: [root], cacheDir: false, host })
    expect(stateOf(index, 'daily-news-digest')).toEqual(['hidden', 'INCOMPATIBLE_HOST', 'TOOL_NOT_AVAILABLE'])
    expect(await index.find('summarise the news of the day')).toEqual([])
    const { leftOut, used } = index.inject('', [{ id: 'daily-news-digest' }], { budget: 1_000 })
    expect(used).toEqual([])
    expect(leftOut).toMatchObject([{ reason: 'hidden', message: expect.stringContaining('web_search') }])
    await using fitting = await openIndex({ roots: [root], cacheDir: false, host: { version: '3.2.0' } })
    expect(stateOf(fitting, 'daily-news-digest')).toEqual(['offered'])
  })

  test('an id that no folder has is absent, with those that are like it', async () => {
    await using index = await openIndex({ skills: LISTED })
    expect(index.lookUp('unit-convertor')).toEqual({ state: 'absent', id: 'unit-convertor', near: ['unit-converter'] })
  })

  test('a root that does not exist holds no skills', async () => {
    await using index = await openIndex({ roots: [join(tempFolder(), 'none')], cacheDir: false })
    expect(index.status()).toMatchObject({ skills: 0 })
    expect(await index.find('news')).toEqual([])
  })
})

describe('finding', () => {
  test('the answer is as long as was asked for, and the same every time', async () => {
    const skills = Array.from({ length: 40 }, (_, i) => ({ id: `news-${i}`, description: 'Summarises the news.' }))
    await using index = await openIndex({ skills })
    await using reversed = await openIndex({ skills: skills.toReversed() })
    const found = await index.find('summarise the news', { topK: 7 })
    expect(found).toHaveLength(7)
    expect(await index.find('summarise the news', { topK: 7 })).toEqual(found)
    expect(await reversed.find('summarise the news', { topK: 7 })).toEqual(found)
    expect(await index.find('summarise the news')).toHaveLength(3)
  })

  test.each([0, -1, 1.5, Number.NaN])('topK %s is refused', async (topK) => {
    await using index = await openIndex({ skills: LISTED })
    await expect(index.find('news', { topK })).rejects.toMatchObject({ code: 'PARAM_OUT_OF_RANGE' })
  })

  test.each(['', '   ', '!?', 'xyzzy'])('nothing is found for %j', async (message) => {
    await using index = await openIndex({ skills: LISTED })
    expect(await index.find(message)).toEqual([])
  })

  test('a filter decides what may be found', async () => {
    const skills = LISTED.map((skill) => ({ ...skill, tags: ['everyday'] }))
    await using index = await openIndex({ skills })
    expect(await index.find('everyday')).toHaveLength(3)
    expect(idsOf(await index.find('everyday', { filter: ({ id }) => id.startsWith('text') }))).toEqual(['text-diff'])
  })

  test('a skill whose name is in the message comes first', async () => {
    const rival = { id: 'other', description: 'Compares, compares and compares what text-diff compares.' }
    await using index = await openIndex({ skills: [rival, DIFF] })
    expect(idsOf(await index.find('use text-diff to compare them'))[0]).toBe('text-diff')
  })

  test('when to use a skill raises it, and when not to use it lowers it', async () => {
    const description = 'Works with letters.'
    const skills = [
      { id: 'a', description, whenNotToUse: ['Translating letters into German'] },
      { id: 'b', description },
      { id: 'c', description, whenToUse: ['Translating letters into German'] },
    ]
    await using index = await openIndex({ skills })
    expect(idsOf(await index.find('translate these letters', { minShare: 0, minScore: 0 }))).toEqual(['c', 'b', 'a'])
  })

  test('of a list with one id twice the first counts', async () => {
    await using index = await openIndex({ skills: [NEWS, { id: NEWS.id, description: 'Other news.' }] })
    expect((await index.find('news')).map(({ description }) => description)).toEqual([NEWS.description])
    expect(index.status()).toMatchObject({ skills: 2, offered: 1, hidden: 1 })
  })
})

describe('what changes on the disk', () => {
  test('one changed skill is read again, and everything ranks as in a new index', async () => {
    const [root, cacheDir] = [tempFolder(), tempFolder()]
    for (let i = 0; i < 30; i++)
      writeFiles(root, { [`s${i}/SKILL.md`]: skillText(`s${i}`, `Reads the ${i % 3 ? 'mail' : 'news'} of day ${i}.`) })
    await using index = await openIndex({ roots: [root], cacheDir })
    const before = new Map([...index.entries()].map(({ id, ordinal }) => [id, ordinal]))
    writeFiles(root, { 's4/SKILL.md': skillText('s4', 'Summarises the news of the week.') })
    rmSync(join(root, 's9'), { recursive: true })
    await index.refresh()
    const moved = [...index.entries()].filter(({ id, ordinal }) => before.get(id) !== ordinal)
    expect(moved.length).toBeLessThanOrEqual(1)
    expect(index.lookUp('s9').state).toBe('absent')
    await using rebuilt = await openIndex({ roots: [root], cacheDir: false })
    for (const message of ['news of the week', 'mail of day 7', 'read'])
      expect(await index.find(message, { topK: 40 })).toEqual(await rebuilt.find(message, { topK: 40 }))
    await index[Symbol.asyncDispose]()
    await using reopened = await openIndex({ roots: [root], cacheDir })
    expect(reopened.status().snapshot.origin).toBe('found')
    expect(await reopened.find('news of the week', { topK: 40 })).toEqual(
      await rebuilt.find('news of the week', { topK: 40 }),
    )
  })

  test('an index that watches finds a skill that comes while it is open', async () => {
    const root = tempFolder()
    writeSkills(root)
    await using index = await openIndex({ roots: [root], cacheDir: false, watch: true })
    expect(index.status().watch).not.toBe('off')
    writeFiles(root, { 'late/SKILL.md': skillText('late', 'Waters the tulips.') })
    await expect.poll(async () => idsOf(await index.find('tulips'))).toEqual(['late'])
  })

  test('a damaged snapshot is made again, and the answer is the same', async () => {
    const [root, cacheDir] = [tempFolder(), tempFolder()]
    writeSkills(root)
    await using first = await openIndex({ roots: [root], cacheDir })
    const found = await first.find('news of the day')
    await first[Symbol.asyncDispose]()
    for (const file of readdirSync(cacheDir)) writeFileSync(join(cacheDir, file), 'no snapshot at all')
    await using again = await openIndex({ roots: [root], cacheDir })
    expect(again.status().snapshot).toMatchObject({ origin: 'remade', problem: expect.stringContaining('not used') })
    expect(await again.find('news of the day')).toEqual(found)
  })

  test('a cancelled index is not opened', async () => {
    const root = tempFolder()
    writeSkills(root)
    const opening = openIndex({ roots: [root], cacheDir: false, signal: AbortSignal.abort() })
    await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

describe('putting skills into a prompt', () => {
  test('what was found goes into the prompt within the budget, and what does not fit is named', async () => {
    await using index = await openIndex({ skills: LISTED })
    const found = await index.find('summarise the news', { topK: 1 })
    const { prompt, tokens, used, leftOut } = index.inject('You are Hermes.', found, { budget: 2_000 })
    expect(prompt).toMatch(/^You are Hermes\.\n\n<skill name='daily-news-digest'>\n.*\n<\/skill>$/s)
    expect(prompt).toContain('2. Search')
    expect(tokens).toBeLessThanOrEqual(2_000)
    expect([used.map(({ level }) => level), leftOut]).toEqual([['overview-usage'], []])
    const small = index.inject('You are Hermes.', LISTED, { budget: 40 })
    expect(small.tokens).toBeLessThanOrEqual(40)
    expect([...idsOf(small.used), ...idsOf(small.leftOut)].toSorted()).toEqual(idsOf(LISTED).toSorted())
    expect(small.leftOut[0]).toMatchObject({ reason: 'budget' })
  })

  test('a skill on the disk is read for the prompt as it is now', async () => {
    const root = tempFolder()
    writeSkills(root)
    await using index = await openIndex({ roots: [root], cacheDir: false })
    const { prompt, used } = index.inject('', [{ id: 'daily-news-digest' }], {
      budget: 200,
      levels: ['overview-usage'],
    })
    expect(used).toMatchObject([{ id: 'daily-news-digest', level: 'overview-usage' }])
    expect(prompt).toContain('Reads feeds and writes a briefing.')
    expect(prompt).toContain(`Folder: ${join(root, 'digest')}\n`)
    const settings = { topics: ['AI'] }
    const set = index.inject('', [{ id: 'daily-news-digest', settings }], { budget: 200 })
    expect(set.prompt).toContain('Settings of the user: {"topics":["AI"]}\n')
    rmSync(join(root, 'digest'), { recursive: true })
    expect(index.inject('', [{ id: 'daily-news-digest' }], { budget: 200 })).toMatchObject({
      prompt: '',
      leftOut: [{ reason: 'hidden', message: expect.stringContaining('is not there any more') }],
    })
  })

  test('an id that there is not is left out with the reason', async () => {
    await using index = await openIndex({ skills: LISTED })
    const { prompt, leftOut } = index.inject('Hi.', [{ id: 'text-dif' }], { budget: 500 })
    expect(prompt).toBe('Hi.')
    expect(leftOut).toMatchObject([{ id: 'text-dif', message: expect.stringContaining('text-diff') }])
  })

  test('the catalog holds every skill that is offered, or those that were chosen', async () => {
    const root = tempFolder()
    writeSkills(root)
    await using index = await openIndex({ roots: [root], cacheDir: false, host: { tools: [] } })
    const { text, used } = index.catalog({ budget: 1_000 })
    expect(idsOf(used)).toEqual(['text-diff', 'unit-converter'])
    expect(text).toContain(join(root, 'unit-converter/SKILL.md'))
    const chosen = index.catalog({ budget: 1_000 }, [{ id: 'text-diff' }, { id: 'daily-news-digest' }])
    expect([idsOf(chosen.used), idsOf(chosen.leftOut)]).toEqual([['text-diff'], ['daily-news-digest']])
  })
})
