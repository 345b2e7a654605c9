import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { packSkill } from '../pack/pack-skill.ts'
import { parseSkill, readSkill } from '../parse-skill.ts'
import { AGENT_RULES } from './agent-rules.ts'
import { document, filesFor, type RuleCase } from './fixtures/rule-case.ts'
import { CONTRACT, RULE_CASES } from './fixtures/rule-cases.ts'
import { lintFiles, lintSkill } from './lint-skill.ts'
import { PROFILES, type Profile } from './profile.ts'
import { SKILL_RULES } from './skill-rules.ts'

// What can only be noticed on a disk is tested on one, below.
const ON_DISK = ['link', 'special-file', 'too-deep', 'too-many-files', 'too-large', 'unreadable'].map(
  (name) => `skill/${name}`,
)

const found = (profile: Profile, texts: RuleCase['invalid']) =>
  lintFiles(filesFor(profile, texts), { profile, folder: 'page-digest' })

test.each(PROFILES)('the package that the %s cases start from has no finding at all', (profile) => {
  expect(found(profile, {})).toEqual([])
})

test('a title in the place of a name is one finding, not one for each letter and for the folder', () => {
  const files = new Map([
    [
      'SKILL.md',
      Buffer.from(
        '---\nname: Page Digest\ndescription: Sums up a page. Use when a page is long.\nlicense: MIT\n---\nRead it.\n',
      ),
    ],
  ])
  const names = lintFiles(files, { profile: 'agentskills', folder: 'page-digest' }).filter(({ rule }) =>
    rule.startsWith('skill/name'),
  )
  expect(names.map(({ rule }) => rule)).toEqual(['skill/name-format'])
  expect(names[0]?.message).toMatch(/lower-case.*letters, digits and hyphens.*page-digest/)
})

test('every rule has an invalid and a valid case', () => {
  // Those of an agent's folder are tested in lint-place.test.ts.
  const agents = AGENT_RULES.map(({ id }) => id)
  expect([...new Set([...RULE_CASES.map(({ rule }) => rule), ...ON_DISK, ...agents])].sort()).toEqual(
    Object.keys(SKILL_RULES).sort(),
  )
})

test.each(RULE_CASES)(
  '$rule is noticed at $at ($profile), with why and what to do, and the valid case has none',
  (example) => {
    const { rule, profile, at, invalid, valid } = example
    const findings = found(profile, invalid).filter((finding) => finding.rule === rule)
    expect(findings.map(({ file, line = 0 }) => `${file}:${line}`)).toEqual(at)
    for (const { severity, message, why, fix } of findings) {
      expect({ severity, why }).toEqual({ severity: SKILL_RULES[rule]?.severity[profile], why: SKILL_RULES[rule]?.why })
      expect(message.length).toBeGreaterThan(10)
      expect(fix?.length).toBeGreaterThan(5)
    }
    expect(found(profile, valid).filter((finding) => finding.rule === rule)).toEqual([])
  },
)

describe('without a profile a skill is held to the rules of its own dialect', () => {
  const rules = (texts: Readonly<Record<string, string>>) =>
    lintFiles(new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)])), { folder: 'pages' }).map(
      ({ severity, rule }) => `${severity} ${rule}`,
    )
  const DESCRIPTION = 'description: Sums up a page. Use when somebody wants the gist.'

  test.each([
    ['the Agent Skills standard', `name: pages\n${DESCRIPTION}`],
    ['Claude Code', `name: pages\n${DESCRIPTION}\nlicense: MIT\nargument-hint: "[url]"\nmodel: sonnet`],
    ['ClawHub', `name: pages\n${DESCRIPTION}\nversion: 1.0.0\nmetadata:\n  openclaw:\n    emoji: "📄"`],
  ])('a skill of %s has nothing to answer for', (_name, fields) => {
    expect(rules({ 'SKILL.md': `---\n${fields}\n---\nRead the page.\n` })).toEqual([])
  })

  test('one with the keys of document C is held to them, also when they stand in skill.json', () => {
    const guide = `---\nname: pages\n${DESCRIPTION}\n---\nRead the page.\n`
    expect(rules({ 'SKILL.md': guide.replace('name:', 'id: pages\nname:') })).toContain('error skill/required-field')
    expect(rules({ 'SKILL.md': guide, 'skill.json': '{"id": "pages", "tools_required": []}' })).toContain(
      'error skill/required-field',
    )
    expect(rules({ 'SKILL.md': guide, 'skill.json': '{"id": "pages"}' })).toEqual([])
  })
})

test.each([
  ['authors', 'models', 'updated_at', 'created_at', 'versions'],
  ['tags_extra', 'homepages'],
])('words of their own are no misspelt fields: %s', (...names) => {
  const fields = names.map((name) => `${name}: x\n`).join('')
  expect(
    found('standard', { 'SKILL.md': document(['author: somebody\n', `author: somebody\n${fields}`]) }).filter(
      ({ rule }) => rule === 'skill/misspelt-field',
    ),
  ).toEqual([])
})

test.each([
  'Find `TODO` comments in src/.',
  'List every TODO and FIXME in the code.',
  '```js\n// TODO: fix\nrun(...)\n```',
])('an example about unfinished work is finished: %s', (text) => {
  expect(
    found('standard', { 'SKILL.md': document(['Sum up the manual.', text]) }).filter(
      ({ rule }) => rule === 'skill/placeholder',
    ),
  ).toEqual([])
})

describe('descriptor.json is linted with the skill', () => {
  const whole = readFileSync(new URL('../descriptor/fixtures/translate.json', import.meta.url), 'utf8').replace(
    '"version": "2.1.0"',
    '"version": "1.2.0"', // That of the skill it stands beside.
  )
  const about = (profile: Profile, text: string, file = 'descriptor.json') =>
    found(profile, { [file]: text }).filter((finding) => finding.file === file)

  test("document D's example has no finding", () => {
    expect(about('standard', whole)).toEqual([])
  })

  test.each([
    ['/status/{execution_id}', '/status', '/endpoint/status_url', 'error'],
    ['"type": "string"', '"type": "text"', '/inputs/0/type', 'warning'],
    ['"default": "auto"', '"default": 7', '/inputs/2/default', 'error'],
    ['"version": "1.0.0"', '"version": "2.0.0"', '/protocol/version', 'error'],
    ['"restricted"', '"friends"', '/access', 'error'],
    ['"tags"', '"labels"', '/labels', 'warning'],
  ])('%s written as %s is noticed at %s', (right, wrong, pointer, severity) => {
    const text = whole.replace(right, wrong)
    const line = text.split('\n').findIndex((each) => each.includes(wrong)) + 1
    const finding = { file: 'descriptor.json', pointer, line, severity, fix: expect.stringMatching(/.{5}/) }
    expect(about('standard', text)).toEqual([expect.objectContaining(finding)])
    expect(about('agentskills', text)).toEqual([expect.objectContaining({ ...finding, severity: 'warning' })])
  })

  test('one with a few fields is checked by these, with one finding for what a caller would miss', () => {
    expect(about('standard', '{"access": "private", "auth": {"type": "key"}}')).toEqual([
      expect.objectContaining({ rule: 'descriptor/incomplete', severity: 'warning', line: 1 }),
      expect.objectContaining({ pointer: '/auth/type', severity: 'error' }),
    ])
  })

  test('one that is not JSON is reported, whatever case its name has', () => {
    expect(about('standard', '{', 'Descriptor.json')).toEqual([expect.objectContaining({ rule: 'skill/json' })])
  })
})

describe('the contract is linted with the skill', () => {
  test('its findings name contract.json and the line', () => {
    const contract = CONTRACT.replaceAll(',"', ',\n"').replace('"maxLength":2000,\n', '')
    expect(found('standard', { 'contract.json': contract })).toEqual([
      expect.objectContaining({ rule: 'contract/string-bounds', file: 'contract.json', line: 7 }),
    ])
  })

  test('a wrong contract is reported once, and is no error in the other dialects', () => {
    const wrong = { 'contract.json': '{"input": {"type": "objekt"}}' }
    const about = (profile: Profile) => found(profile, wrong).filter(({ rule }) => /document|schema/.test(rule))
    expect(about('standard')).toEqual([expect.objectContaining({ severity: 'error', file: 'contract.json' })])
    expect(about('agentskills')).toEqual([expect.objectContaining({ severity: 'warning', file: 'contract.json' })])
  })
})

test('tokens are counted with the counter that is given', () => {
  const options = { folder: 'page-digest', countTokens: () => 3_000 }
  const rules = lintFiles(filesFor('standard'), options).map(({ rule }) => rule)
  expect(rules).toEqual(Array.from({ length: 4 }, () => 'skill/injection-size'))
})

test('any bytes whatever are linted without throwing, in every profile', () => {
  const path = fc.constantFrom(
    'SKILL.md',
    'skill.json',
    'contract.json',
    'requirements.txt',
    'package.json',
    'docs/a.md',
  )
  const text = fc
    .string({ unit: 'binary', maxLength: 150 })
    .map((part) => Buffer.from(`---\nname: ${part}\n---\n${part}`))
  const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)))
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), text, json)
  fc.assert(
    fc.property(fc.dictionary(path, bytes), fc.constantFrom(...PROFILES), (files, profile) => {
      for (const finding of lintFiles(new Map(Object.entries(files)), { profile, folder: 'x' }))
        expect(finding.message).not.toBe('')
    }),
    { numRuns: 200 },
  )
})

/** A contract with several findings for each of its actions. */
function manyActions(count: number): string {
  const action = { description: 'Adds', timeout_seconds: 9, input: { type: 'object', properties: { a: {} } } }
  const actions = Object.fromEntries(Array.from({ length: count }, (_, i) => [`add_${i}`, action]))
  return JSON.stringify({ version: '1.0.0', actions }, null, 2)
}

describe('hostile files cost little', () => {
  const much = (unit: string) => unit.repeat(Math.ceil(200_000 / unit.length))
  const front = '---\nid: x\nname: x\ndescription: d\n'
  test.each<[string, RuleCase['invalid']]>([
    ['examples', { 'SKILL.md': `${front}---\n## Examples\n${much('### a\n')}` }],
    ['labels', { 'SKILL.md': `${front}---\n## Examples\n### a\nb${much('\n')}` }],
    ['keys', { 'SKILL.md': `${front}${Array.from({ length: 6_000 }, (_, i) => `k${i}: v\n`).join('')}---\n` }],
    ['links', { 'SKILL.md': `${front}---\n${much('[a](b.md)\n')}` }],
    ['brackets', { 'SKILL.md': `${front}---\n${much('](')}` }],
    ['requirements', { 'requirements.txt': `a${much(' ')}b` }],
    ['sentences', { 'SKILL.md': `${front}license: "${'A. '.repeat(20_000)}"\n---\n` }],
    ['actions', { 'skill.json': '{"timeout_seconds": 1}', 'contract.json': manyActions(800) }],
    [
      'nested JSON',
      {
        'skill.json': '['.repeat(500_000) + ']'.repeat(500_000),
        'contract.json': `{"input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      },
    ],
  ])('%s', (_what, texts) => {
    for (const profile of PROFILES) within(300, () => found(profile, texts))
  })
})

describe('on a disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lint-'))
  afterAll(() => rm(root, { recursive: true, force: true }))
  const dir = join(root, 'page-digest')
  await mkdir(dir)
  for (const [path, bytes] of filesFor('standard')) await writeFile(join(dir, path), bytes)

  test('a folder and a skill that was read from it have the same findings', async () => {
    expect(await lintSkill(dir)).toEqual([])
    expect(await lintSkill(await readSkill(dir), { profile: 'agentskills' })).not.toEqual([])
  })

  test.each(PROFILES)('what cannot be read cannot be packed, and is an error in a skill of %s', async (profile) => {
    const linked = join(root, profile, 'page-digest')
    await mkdir(linked, { recursive: true })
    for (const [path, bytes] of filesFor(profile)) await writeFile(join(linked, path), bytes)
    await symlink('/etc/hosts', join(linked, 'docs.md'))
    expect((await lintSkill(linked)).filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ rule: 'skill/link', file: 'docs.md' }),
    ])
    await expect(packSkill(linked)).rejects.toThrow('docs.md is a link')
  })

  test('wrong use says what was expected', async () => {
    await expect(lintSkill(join(root, 'nowhere'))).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
    await expect(lintSkill(parseSkill(new Map()))).rejects.toThrow('Expected a skill that was read from a folder')
    await expect(lintSkill(dir, { profile: 'seed' as Profile })).rejects.toThrow(
      'Expected one of the profiles standard,',
    )
  })
})

test('docs/skill-lint.md has one true line for each rule and no other', async () => {
  const page = await readFile(new URL('../../../../docs/skill-lint.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  const expected = Object.entries(SKILL_RULES).map(([id, { severity, summary, fix, fixable }]) => {
    const levels = [...new Set(Object.values(severity))]
    const of = (level: string) => PROFILES.filter((profile) => severity[profile] === level).join(', ')
    const level = levels.length === 1 ? String(levels[0]) : levels.map((each) => `${each} (${of(each)})`).join(', ')
    const profiles = PROFILES.filter((profile) => severity[profile] !== undefined)
    const where = profiles.length === PROFILES.length ? 'all' : profiles.join(', ')
    return `| ${[`\`${id}\``, level, where, summary, fix, fixable ? 'yes' : 'no'].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  expect(lines).toEqual(expected)
})
