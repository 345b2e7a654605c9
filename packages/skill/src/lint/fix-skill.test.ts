import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fixFiles, fixSkill } from './fix-skill.ts'
import { document, filesFor, manifest, type Texts } from './fixtures/rule-case.ts'
import { lintFiles } from './lint-skill.ts'
import { PROFILES } from './profile.ts'
import { SKILL_RULES } from './skill-rules.ts'

const options = { folder: 'page-digest' }

function fix(texts: Texts): { texts: Record<string, string>; rules: string[]; left: string[] } {
  const files = filesFor('standard', texts)
  const { files: changed, fixed } = fixFiles(files, options)
  const left = lintFiles(new Map([...files, ...changed]), options)
  return {
    texts: Object.fromEntries([...changed].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')])),
    rules: [...new Set(fixed.map(({ rule }) => rule))],
    left: left.map(({ rule }) => rule),
  }
}

describe('what has one reading is repaired, and nothing else changes', () => {
  test('a byte order mark and Windows line ends', () => {
    const result = fix({ 'SKILL.md': `\uFEFF${document().replaceAll('\n', '\r\n')}` })
    expect(result).toEqual({ texts: { 'SKILL.md': document() }, rules: ['skill/bom', 'skill/crlf'], left: [] })
  })

  test('a front matter that is not closed', () => {
    const open = document(['---\n\n# Page', '\n# Page'])
    expect(fix({ 'SKILL.md': open })).toEqual({
      texts: { 'SKILL.md': document() },
      rules: ['skill/open-front-matter'],
      left: [],
    })
  })

  test.each([
    ['Sums up: pages', '"Sums up: pages"'],
    ['@somebody asks', '"@somebody asks"'],
    ['`curl` a page', '"`curl` a page"'],
    ['[beta] Sums up pages', '"[beta] Sums up pages"'],
    ["'Don't wait'", "Don't wait"],
    ['"Sums" up pages', `'"Sums" up pages'`],
  ])('a value that YAML stops at: %s', (written, quoted) => {
    const stated = 'Sums up a web page in five lines. Use when somebody wants the gist of a page.'
    const { texts, rules } = fix({ 'SKILL.md': document([stated, written]) })
    expect(rules).toContain('skill/yaml')
    expect(texts['SKILL.md']).toBe(document([stated, quoted]))
  })

  test.each<[string, string, string]>([
    ['tabs', '  - fetch_url\n', '\t- fetch_url\n'],
    ['a full-width colon', 'author: ', 'author：'],
    ['blank lines above the front matter', '---\nid', '\n \n---\nid'],
    ['a front matter without its first ---', '---\nid', 'id'],
  ])('%s', (_what, right, broken) => {
    expect(fix({ 'SKILL.md': document([right, broken]) })).toMatchObject({
      texts: { 'SKILL.md': document() },
      left: [],
    })
  })

  test.each(['a: b # or a comment', '"open', '"one" and "two"', 'a: b\n  more of it'])(
    'what has two readings is left alone: %s',
    (written) => {
      expect(fix({ 'SKILL.md': document(['author: somebody', `author: ${written}`]) }).texts).toEqual({})
    },
  )

  test.each([
    'name: page\ndescription: Sums up a page.\n\n# Page\n\n---\n\nmore\n',
    'description: A note.\n\nIts body.\n---\nmore\n',
  ])('what stands above a line of --- is no front matter when text is among it', (text) => {
    expect(fix({ 'SKILL.md': text }).texts['SKILL.md']).not.toMatch(/^---/)
  })

  test('tabs inside a text stay when something else is wrong', () => {
    const text = 'notes: |\n  a\n  \tb\nauthor: '
    const { texts } = fix({ 'SKILL.md': document(['author: somebody', `${text}one: two`]) })
    expect(texts['SKILL.md']).toBe(document(['author: somebody', `${text}"one: two"`]))
  })

  test('what was saved wrongly twice is right after one repair', () => {
    const { texts } = fix({ 'SKILL.md': `\uFEFF\uFEFF${document().replaceAll('\n', '\r\r\n')}` })
    expect(texts).toEqual({ 'SKILL.md': document() })
  })

  test.each(['"x-own": 12345678901234567890', '"x-own": 1, "x-own": 2'])(
    'a skill.json that would lose %s stays',
    (own) => {
      expect(fix({ 'skill.json': `{"version": "1.1.0", ${own}}` }).texts).toEqual({})
    },
  )

  test('a version that is a number, with the comment behind it', () => {
    const { texts, rules } = fix({
      'SKILL.md': document(['version: 1.2.0', 'version: 1.10  # soon 2']),
      'skill.json': manifest({ version: undefined }),
    })
    expect(texts['SKILL.md']).toBe(document(['version: 1.2.0', 'version: "1.10"  # soon 2']))
    expect(rules).toContain('skill/field-type')
  })

  test('a skill.json that is missing', () => {
    const { texts, rules, left } = fix({ 'skill.json': undefined })
    expect({ rules, left }).toEqual({ rules: ['skill/manifest-missing'], left: [] })
    expect(JSON.parse(texts['skill.json'] ?? '')).toMatchObject({
      $schema: 'https://skillwright.dev/schemas/skill.schema.json',
      id: 'page-digest',
      version: '1.2.0',
      name: 'Page Digest',
      tools_required: ['fetch_url'],
      hermes_version: '>=3.0.0',
    })
  })

  test('fields that disagree: SKILL.md wins, and what else skill.json says stays, in its order and indentation', () => {
    const before = '{\n\t"version": "1.1.0",\n\t"x-own": [1, 2],\n\t"id": "page-digest",\n\t"name": "Digest"\n}\n'
    const { texts, rules, left } = fix({ 'skill.json': before })
    expect({ rules, left }).toEqual({ rules: ['skill/manifest-differs', 'skill/manifest-wording'], left: [] })
    expect(texts['skill.json']).toBe(
      '{\n\t"version": "1.2.0",\n\t"x-own": [\n\t\t1,\n\t\t2\n\t],\n\t"id": "page-digest",\n\t"name": "Page Digest"\n}\n',
    )
  })

  test('a required field that only skill.json states', () => {
    const { texts, left } = fix({ 'SKILL.md': document(['tools_required:\n  - fetch_url\n', '# the end\n']) })
    expect(texts).toEqual({
      'SKILL.md': document(['tools_required:\n  - fetch_url\n', '# the end\ntools_required:\n  - fetch_url\n']),
    })
    expect(left).toEqual([])
  })

  test('tools that Dependencies does not name', () => {
    const { texts, left } = fix({ 'SKILL.md': document(['- `fetch_url`: gets the page', 'Some service.']) })
    expect(texts).toEqual({
      'SKILL.md': document(['- `fetch_url`: gets the page', 'Some service.\n\n- `fetch_url`: required']),
    })
    expect(left).toEqual([])
  })

  test('the safe repairs of contract.json', () => {
    const { texts, rules } = fix({
      'contract.json':
        '{"version": "1.0", "input": {"type": "object", "properties": {}, "additionalProperties": false}}',
    })
    expect(JSON.parse(texts['contract.json'] ?? '')).toMatchObject({ version: '1.0.0' })
    expect(rules).toContain('contract/version')
  })
})

test('a skill without faults is left alone', () => {
  expect(fix({})).toEqual({ texts: {}, rules: [], left: [] })
})

test('a file that is not UTF-8 is left alone, because what it says would be lost', () => {
  const bytes = Buffer.from(
    document(['somebody\nlicense', 'J\xf6rg\nlicense'], ['version: 1.2.0', 'version: 1.0']),
    'latin1',
  )
  expect(Object.keys(fix({ 'SKILL.md': bytes, 'skill.json': manifest({ version: undefined }) }).texts)).not.toContain(
    'SKILL.md',
  )
})

test.each(['standard', undefined] as const)(
  'a skill that the standard accepts is still accepted after a repair by the profile %s',
  (profile) => {
    const files = new Map([
      ['SKILL.md', Buffer.from('---\nname: page-digest\ndescription: Sums up a page.\n---\nRead it.\r\n')],
      ['skill.json', Buffer.from('{"id": "page-digest", "version": "1.0.0", "tools_required": []}')],
    ])
    const plain = new Map([...files].slice(0, 1))
    for (const given of [files, plain]) {
      const { files: changed } = fixFiles(given, profile === undefined ? options : { ...options, profile })
      const after = lintFiles(new Map([...given, ...changed]), { ...options, profile: 'agentskills' })
      expect(after.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  },
)

test('names and folders are never changed', () => {
  expect(
    fix({ 'SKILL.md': document(['id: page-digest', 'id: digest']), 'skill.json': manifest({ id: 'digest' }) }),
  ).toMatchObject({
    texts: {},
    left: ['skill/id-folder'],
  })
})

test('whatever the files hold, repairing them twice changes nothing more, and every line of the body is still there', () => {
  const line = fc.constantFrom(
    'id: a',
    'name: b',
    'version: 1.0',
    'version: 2',
    '# note',
    'tags: [x]',
    'tools_required: [t]',
    '',
    '---',
    '## Dependencies',
    'text',
    '- item',
    '```',
  )
  const text = fc.array(line, { maxLength: 14 }).map((lines) => `---\n${lines.join('\n')}\n`)
  const json = fc.constantFrom('{"id": "z", "version": "1.0.0"}', '{}', '[', '{"tools_required": ["t", "u"]}')
  fc.assert(
    fc.property(
      text,
      fc.option(json, { nil: undefined }),
      fc.constantFrom(...PROFILES),
      (skill, manifestText, profile) => {
        const files = new Map([['SKILL.md', Buffer.from(skill)]])
        if (manifestText !== undefined) files.set('skill.json', Buffer.from(manifestText))
        const { files: changed } = fixFiles(files, { profile })
        const again = fixFiles(new Map([...files, ...changed]), { profile })
        expect([...again.files.keys()]).toEqual([])
        const kept = Buffer.from(changed.get('SKILL.md') ?? files.get('SKILL.md') ?? '')
          .toString()
          .split('\n')
        for (const each of skill.split('\n').filter((one) => !/^(?:version|tags|tools_required)/.test(one)))
          expect(kept).toContain(each)
      },
    ),
    { numRuns: 60 },
  )
})

test('every rule that says it can be repaired has a repair, and no other', async () => {
  const { REPAIRS } = await import('./repairs.ts')
  const fixable = Object.keys(SKILL_RULES).filter((id) => SKILL_RULES[id]?.fixable)
  const repaired = Object.keys(SKILL_RULES).filter((id) => REPAIRS.some(({ rule }) => rule.test(id)))
  expect(fixable).toEqual(repaired)
})

describe('on a disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'fix-'))
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('only what changes is written', async () => {
    const dir = join(root, 'page-digest')
    await mkdir(dir)
    for (const [path, bytes] of filesFor('standard', { 'skill.json': undefined }))
      await writeFile(join(dir, path), bytes)
    const { files, fixed } = await fixSkill(dir)
    expect([...files.keys()]).toEqual(['skill.json'])
    expect(fixed.map(({ rule }) => rule)).toEqual(['skill/manifest-missing'])
    expect(JSON.parse(await readFile(join(dir, 'skill.json'), 'utf8'))).toMatchObject({ id: 'page-digest' })
    expect((await fixSkill(dir)).files.size).toBe(0)
  })
})
