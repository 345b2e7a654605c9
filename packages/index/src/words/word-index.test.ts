import { beforeAll, expect, test } from 'vitest'
import type { SkillDocument } from '../skill-document.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

const SKILLS: readonly SkillDocument[] = [
  { id: 'news/daily-news-digest', name: 'Daily News Digest', description: 'Summarises the news of the day by topic.' },
  { id: 'pdf-filler', name: 'PDF Filler', description: 'Fills in PDF forms.', whenNotToUse: ['Editing spreadsheets'] },
  { id: 'sheet-editor', name: 'Sheet Editor', description: 'Edits spreadsheets and their formulas.' },
  { id: 'git-helper', description: 'Writes commit messages for GitHub pull requests.' },
  { id: 'weather', name: 'weather', description: 'Tells the forecast for a city.', triggers: ['will it rain'] },
  { id: 'zh-mail', name: '邮件助手', description: '写邮件，回复邮件，整理收件箱。' },
  { id: 'en-mail', name: 'Mailbox', description: 'Writes email and sorts the inbox.' },
  { id: 'database', description: 'Queries a SQL database.' },
]

function indexOf(skills: readonly SkillDocument[]): WordIndex {
  const index = createWordIndex()
  for (const skill of skills) index.add(skill)
  return index
}

const found = (index: WordIndex, message: string, topK = 3) => index.search(message, { topK }).map(({ id }) => id)

// The first who needs the dictionary on a machine makes it.
beforeAll(() => void createWordIndex().search('数据'), 60_000)

test('another form of a word finds the skill', () => {
  const index = indexOf(SKILLS)
  expect(found(index, 'summary of today’s news')[0]).toBe('news/daily-news-digest')
  expect(found(index, 'filling a form')[0]).toBe('pdf-filler')
  expect(found(index, 'github')[0]).toBe('git-helper')
})

test('what a description begins with says more about a skill than what follows', () => {
  const between =
    'It reads what was written before, asks for what is missing, and keeps a copy of each answer in a folder. '.repeat(
      2,
    )
  const index = indexOf([
    { id: 'a', description: `Plans trips. ${between}Knows budgets.` },
    { id: 'b', description: `Knows budgets. ${between}Plans trips.` },
    { id: 'c', description: `规划旅行。${'先读以前写过的内容，再问还缺什么。'.repeat(6)}管理预算。` },
    { id: 'd', description: `管理预算。${'先读以前写过的内容，再问还缺什么。'.repeat(6)}规划旅行。` },
  ])
  expect(found(index, 'budget', 2)).toEqual(['b', 'a'])
  expect(found(index, '预算', 2)).toEqual(['d', 'c'])
})

test('of skills with the same words comes first the one in which they stand as near each other as in the message', () => {
  const index = indexOf([
    { id: 'a', description: 'Plans a trip with care, then sums up what was spent and keeps the budget.' },
    { id: 'b', description: 'Plans with care, then sums up what was spent and keeps the budget of a trip.' },
    {
      id: 'c',
      description: 'Keeps notes.',
      body: 'Plans a trip. The other words are far from it: notes, copies, budget.',
    },
    {
      id: 'd',
      description: 'Keeps notes.',
      body: 'Plans. The other words are far from it: notes, copies, the trip budget.',
    },
  ])
  expect(found(index, 'trip budget', 4)).toEqual(['b', 'a', 'd', 'c'])
  expect(found(index, 'a budget for my trip', 4)).toEqual(['b', 'a', 'd', 'c'])
  const stored = createWordIndex({ bytes: index.toBytes() })
  stored.add({ id: 'e', description: 'Something else.' })
  expect(found(stored, 'trip budget', 4)).toEqual(['b', 'a', 'd', 'c'])
})

test('a message that matches nothing finds nothing', () => {
  const index = indexOf(SKILLS)
  for (const message of ['', '   ', 'xyzzy plugh', '？！', 'the of and', '\ud800'])
    expect(found(index, message)).toEqual([])
})

test('a skill that is named comes first, however it is written', () => {
  const index = indexOf(SKILLS)
  const messages = [
    'use the weather skill for this database',
    '$weather of the database',
    'run `weather` on the SQL database',
  ]
  for (const message of messages) expect(found(index, message)[0]).toBe('weather')
  for (const name of ['daily-news-digest', 'DailyNewsDigest', 'daily news digest', 'news/daily-news-digest'])
    expect(found(index, `SQL database email spreadsheets ${name}`)[0]).toBe('news/daily-news-digest')
  expect(found(index, '数据库用邮件助手吧')[0]).toBe('zh-mail')
})

test('a skill that a long message mentions in passing does not come before the one that it describes', () => {
  const index = indexOf(SKILLS)
  const task =
    'fill in the PDF forms of the embassy, one applicant after the other, with passport numbers and dates of birth'
  const rest =
    'keep the layout, flatten the result and leave out fields which nobody answered; for figures see sheet-editor'
  expect(found(index, `${task}; ${rest}`)[0]).toBe('pdf-filler')
  expect(found(index, `sheet-editor: ${task}; ${rest}`)[0]).toBe('sheet-editor')
})

test('a Chinese message finds English skills, an English message Chinese ones', () => {
  const index = indexOf(SKILLS)
  expect(found(index, '查询数据库')[0]).toBe('database')
  expect(found(index, '資料庫')[0]).toBe('database')
  expect(found(index, '郵件', 1)).toEqual(['zh-mail'])
  expect(found(index, '回复邮件', 2)).toEqual(['zh-mail', 'en-mail'])
  expect(found(index, 'reply to an email', 2).toSorted()).toEqual(['en-mail', 'zh-mail'])
})

test('what a skill is not for lowers it, and only it', () => {
  const about = { description: 'Works on tables and documents.' }
  const [plain, warned] = [
    { id: 'b', ...about },
    { id: 'a', ...about, whenNotToUse: ['Translating poems'] },
  ]
  const index = indexOf([plain, warned])
  expect(found(index, 'tables')).toEqual(['a', 'b'])
  expect(found(index, 'tables of translated poems')).toEqual(['b', 'a'])
  const said = indexOf([plain, { id: 'a', description: `${about.description} Do NOT use for poems.` }])
  expect(found(said, 'tables of poems')).toEqual(['b', 'a'])
})

test('a skill that excludes most of a message hardly fits it, however much the rest is about it', () => {
  const units = { id: 'units', name: 'Converter', description: 'Converts units.' }
  const score = (skill: SkillDocument) => indexOf([skill]).search('convert this jpeg to png')[0]?.score ?? 0
  const excluding = score({ ...units, whenNotToUse: ['Images are to be converted, such as JPEG to PNG'] })
  expect(excluding).toBeLessThan(score(units) / 3)
  expect(excluding).toBeGreaterThan(0)
})

test('a word is found in every form of it, in either spelling', () => {
  const index = indexOf([{ id: 'a', description: 'Texts are summarised.' }])
  for (const message of ['summarise it', 'summarizing', 'a summary']) expect(found(index, message)).toEqual(['a'])
})

test('words that are positive too do not count against a skill', () => {
  const index = indexOf([
    { id: 'pdf', description: 'Reads PDF files.', whenNotToUse: ['PDF files that are encrypted'] },
    { id: 'other', description: 'Reads mail.' },
  ])
  const [hit] = index.search('read a pdf')
  expect(hit?.id).toBe('pdf')
  expect(hit?.why().every(({ share }) => share > 0)).toBe(true)
})

test('when to use, triggers and tags count', () => {
  const index = indexOf([
    { id: 'a', description: 'One.', whenToUse: ['planning a wedding'] },
    { id: 'b', description: 'Two.', triggers: ['book the venue'] },
    { id: 'c', description: 'Three.', tags: ['florist'] },
  ])
  expect(found(index, 'our wedding')).toEqual(['a'])
  expect(found(index, 'please book the venue')).toEqual(['b'])
  expect(found(index, 'a florist')).toEqual(['c'])
})

test('each hit says which words it was found for, where, and with what share', () => {
  const index = indexOf(SKILLS)
  const [hit] = index.search('查询数据库')
  const words = hit?.why() ?? []
  expect(words).toContainEqual(expect.objectContaining({ word: 'database', from: '数据库', field: 'name' }))
  expect(words.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  const [sheet, pdf] = index.search('fill spreadsheets')
  expect([sheet?.id, pdf?.id]).toEqual(['sheet-editor', 'pdf-filler'])
  expect(pdf?.why()).toContainEqual(expect.objectContaining({ word: 'spreadsheets', field: 'whenNotToUse' }))
})

test('equal skills come in the order of their ids, and only accepted ones', () => {
  const index = createWordIndex()
  const ordinals = new Map(['c', 'a', 'b'].map((id) => [id, index.add({ id: `s-${id}`, description: 'Bakes bread.' })]))
  expect(found(index, 'bread')).toEqual(['s-a', 's-b', 's-c'])
  const accepts = (ordinal: number) => ordinal !== ordinals.get('a')
  expect(index.search('bread', { accepts, topK: 1 }).map(({ id }) => id)).toEqual(['s-b'])
})

test('a skill does not win by repeating a word, and hostile text is indexed in no time', () => {
  const index = indexOf([
    { id: 'honest', name: 'pdf-merge', description: 'Merges PDF files into one.' },
    { id: 'spam', description: 'pdf '.repeat(10_000), body: 'pdf '.repeat(10_000) },
    { id: 'wall', description: 'a'.repeat(1_000_000), body: '数'.repeat(1_000_000) },
    { id: 'many', body: Array.from({ length: 100_000 }, (_, i) => `word${i}`).join(' ') },
    { id: 'odd\ud800', name: '\0\ud800\udc00\ufffe', description: '\0pdf\0 \ud83d' },
  ])
  expect(found(index, 'merge pdf files')[0]).toBe('honest')
  expect(found(index, 'x'.repeat(1_000_000))).toEqual([])
  expect(found(index, '数据'.repeat(100_000)).length).toBeLessThanOrEqual(3)
})

test('a word for the same finds the skill where nothing has the word itself better', () => {
  const index = indexOf([
    { id: 'rates', description: 'Tells what cryptocurrency is worth.' },
    { id: 'trips', description: 'Plans a vacation with hotels.' },
    ...SKILLS,
  ])
  expect(found(index, 'bitcoin')).toEqual(['rates'])
  expect(found(index, 'an itinerary for Lisbon')[0]).toBe('trips')
  const [best] = index.search('bitcoin')
  expect(best?.why()).toMatchObject([{ word: 'cryptocurrency', from: 'bitcoin' }])
  const both = indexOf([
    { id: 'rates', description: 'Tells what cryptocurrency is worth.' },
    { id: 'own', description: 'Tells what bitcoin is worth.' },
  ])
  expect(found(both, 'bitcoin')).toEqual(['own', 'rates'])
})

test('of skills that fit alike, one that says when to use it comes first, and nothing finds it for that alone', () => {
  const index = indexOf([
    { id: 'a-invoices', description: 'Writes invoices.' },
    { id: 'b-invoices', description: 'Writes invoices. Use when the user asks for one.' },
    { id: 'c-letters', description: 'Writes letters. Use when the user asks for one.' },
  ])
  expect(found(index, 'invoices')).toEqual(['b-invoices', 'a-invoices'])
  expect(found(index, 'kubernetes')).toEqual([])
})

test('talk about everyday life has a lower score than a task with words that say as much', () => {
  const index = indexOf([
    { id: 'cats', description: 'Tells cats and dogs apart.' },
    { id: 'ledgers', description: 'Tells ledgers and vouchers apart.' },
  ])
  const scoreOf = (message: string) => index.search(message)[0]?.score ?? 0
  expect(scoreOf('my cat sleeps')).toBeLessThan(scoreOf('ledger entries') / 2)
  expect(scoreOf('why are ledgers blue?')).toBeLessThan(scoreOf('ledgers blue'))
})

test('each of many thousand words and pairs of characters finds the one skill that has it', () => {
  const word = (n: number) => Array.from(n.toString(9), (digit) => 'bcdfghjkl'[Number(digit)]).join('o')
  const character = (n: number) => String.fromCharCode(0x4e00 + n)
  const skills = Array.from({ length: 60 }, (_, i) => ({
    id: `s${i}`,
    description: `Skill ${i}`,
    body: Array.from(
      { length: 100 },
      (_, j) => `${word(7_000 + 100 * i + j)} ${character(i)}${character(500 + j)}`,
    ).join(' '),
  }))
  const index = indexOf(skills)
  for (const [i, { id }] of skills.entries())
    for (const j of [0, 50, 99]) {
      expect(found(index, word(7_000 + 100 * i + j))).toEqual([id])
      expect(found(index, `${character(i)}${character(500 + j)}`)).toEqual([id])
    }
})

test('a name of many words in one is found by each of them, however long it is', () => {
  const long = 'ResolveWarehouseInventoryReservationConflictsAcrossRegionalDistributionCenters'
  const index = indexOf([...SKILLS, { id: 'long', description: `Calls ${long} twice: ${long}.` }])
  for (const word of ['reservation', 'Warehouses', 'inventory']) expect(found(index, word)).toEqual(['long'])
})
