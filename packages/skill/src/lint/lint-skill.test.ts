import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { parseSkill } from '../parse-skill.ts'
import { readSkill } from '../read-skill.ts'
import { type Change, document, filesFor, manifest, type Twins, variant } from './fixtures/lint-twins.ts'
import { lintFiles, lintSkill } from './lint-skill.ts'
import { PROFILES, type Profile } from './profile.ts'
import { SKILL_RULES } from './skill-rules.ts'

const md = (...changes: Change[]) => ({ 'SKILL.md': document(...changes) })
const standard = (rule: string, at: string, evil: Twins['evil'], benign: Twins['benign'] = {}): Twins => ({
  rule,
  profile: 'standard',
  at: at.split(' '),
  evil,
  benign,
})
const other = (
  profile: Profile,
  rule: string,
  at: string,
  evil: Twins['evil'],
  benign: Twins['benign'] = {},
): Twins => ({
  ...standard(rule, at, evil, benign),
  profile,
})
const CONTRACT = JSON.stringify({
  version: '1.0.0',
  description: 'Sums up a page.',
  idempotent: true,
  examples: [{ input: { url: 'https://example.com' } }],
  input: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', maxLength: 2000, description: 'The page, such as https://example.com' } },
    additionalProperties: false,
  },
  output: { type: 'array', items: { type: 'string' } },
})
const BOM = '\uFEFF'

// What can only be noticed on a disk is tested on one, below.
const ON_DISK = ['link', 'special-file', 'too-deep', 'too-many-files', 'too-large', 'unreadable'].map(
  (name) => `skill/${name}`,
)

const TWINS: readonly Twins[] = [
  standard('skill/no-skill-md', 'SKILL.md:0', { 'SKILL.md': undefined, 'README.md': 'x' }),
  standard('skill/no-front-matter', 'SKILL.md:1', { 'SKILL.md': '# Title\n' }),
  standard(
    'skill/open-front-matter',
    'SKILL.md:2',
    { 'SKILL.md': '---\nname: x\n\n# T\n' },
    { 'SKILL.md': '---\nname: x\n...\n\n# T\n' },
  ),
  standard('skill/misplaced-front-matter', 'SKILL.md:2', { 'SKILL.md': `\n${document()}` }),
  standard('skill/yaml', 'SKILL.md:4', md(['Page Digest', 'a: b']), md(['Page Digest', '"a: b"'])),
  standard('skill/field-type', 'SKILL.md:3', md(['1.2.0', '1.0']), md(['1.2.0', '"1.0"'])),
  standard(
    'skill/bom',
    'SKILL.md:1',
    { 'SKILL.md': BOM + document() },
    { 'SKILL.md': document(['five lines', `${BOM}five`]) },
  ),
  standard(
    'skill/encoding',
    'SKILL.md:6',
    { 'SKILL.md': Buffer.from(document(['somebody\nlicense', 'J\xf6rg\nlicense']), 'latin1').subarray() },
    { 'SKILL.md': document(['somebody\nlicense', 'J\uFFFDrg\nlicense']) },
  ),
  standard('skill/nul', 'SKILL.md:6', md(['author: some', 'author: \0some'])),
  standard('skill/crlf', 'LICENSE:1', { LICENSE: 'MIT\r\nLicense\r\n' }, { 'logo.png': '\r\n' }),
  standard('skill/json', 'skill.json:2', { 'skill.json': '{\n}}' }),
  standard(
    'skill/entry',
    'skill.json:12',
    { 'skill.json': manifest({ entry: 'tools/no.py' }) },
    { 'skill.json': manifest({ entry_point: 'SKILL.md' }) },
  ),
  standard(
    'skill/permissions',
    'skill.json:12',
    { 'skill.json': manifest({ permissions: { network: 'all' } }) },
    { 'skill.json': manifest({ permissions: { network: ['example.com'] } }) },
  ),
  standard(
    'skill/example',
    'prompts/examples/a.json:1',
    { 'prompts/examples/a.json': '{"output": 1}' },
    { 'prompts/examples/a.json': '[{"input": {"url": "x"}}]' },
  ),
  standard(
    'skill/case',
    'tests/a.json:1',
    { 'tests/a.json': '{"output": 1}' },
    { 'tests/a.json': '{"input": {"url": "x"}}' },
  ),
  standard(
    'skill/required-field',
    'SKILL.md:2 SKILL.md:2',
    md([/tools_required:\n {2}- fetch_url\n/, ''], ['version: 1.2.0\n', '']),
    md([/tools_required:\n {2}- fetch_url/, 'tools_required: []']),
  ),
  other('agentskills', 'skill/required-field', 'SKILL.md:2', variant('agentskills', 'name: page-digest', 'name: ""')),
  other(
    'hermes',
    'skill/required-field',
    'SKILL.md:3',
    variant('hermes', 'description: Sums up a web page in five lines', 'description: {a: b}'),
  ),
  standard('skill/recommended-field', 'SKILL.md:2', md(['author: somebody\n', ''])),
  other('hermes', 'skill/recommended-field', 'SKILL.md:2', variant('hermes', 'platforms: [linux]\n', '')),
  standard('skill/version-format', 'SKILL.md:3', {
    ...md(['version: 1.2.0', 'version: "1.2"']),
    'skill.json': manifest({ version: undefined }),
  }),
  other('clawhub', 'skill/version-format', 'SKILL.md:4', variant('clawhub', '1.0.0', 'next')),
  standard('skill/host-range', 'SKILL.md:10', md(['">=3.0.0"', 'newest']), md(['">=3.0.0"', '">=3.0.0,<4.0.0"'])),
  standard(
    'skill/date-format',
    'SKILL.md:10 SKILL.md:11',
    md(['hermes_version', 'created: 2024-02-30\nupdated: 1/2/24\nhermes_version']),
    md(['hermes_version', 'created: 2024-02-29\nupdated: 2024-03-01\nhermes_version']),
  ),
  standard('skill/id-format', 'SKILL.md:2', md(['id: page-digest', 'id: Page_Digest'])),
  standard('skill/id-folder', 'SKILL.md:2', md(['id: page-digest', 'id: digest-page'])),
  other(
    'agentskills',
    'skill/name-format',
    'SKILL.md:2 SKILL.md:2',
    variant('agentskills', 'page-digest', 'Page Digest'),
    variant('agentskills', 'page-digest', '网页-摘要'),
  ),
  other(
    'agentskills',
    'skill/name-format',
    'SKILL.md:2',
    variant('agentskills', 'page-digest', 'a--b'),
    variant('agentskills', 'page-digest', '"a-b"'),
  ),
  other(
    'agentskills',
    'skill/name-folder',
    'SKILL.md:2',
    variant('agentskills', 'page-digest', 'digest'),
    variant('agentskills', 'page-digest', 'ｐage-digest'),
  ),
  other(
    'agentskills',
    'skill/description-length',
    'SKILL.md:3',
    variant('agentskills', 'Sums', '😀'.repeat(1024)),
    variant('agentskills', /description: .*/, `description: ${'😀'.repeat(1024)}`),
  ),
  other(
    'hermes',
    'skill/description-short',
    'SKILL.md:3',
    variant('hermes', 'five lines', 'five lines which say what matters in it'),
  ),
  standard(
    'skill/description-sentence',
    'SKILL.md:5',
    { ...md(['five lines. Use', 'five lines. It is fast. Use']), 'skill.json': manifest({ description: undefined }) },
    {
      ...md([/description: .*/, 'description: Sums up a page, e.g. Wikipedia.']),
      'skill.json': manifest({ description: undefined }),
    },
  ),
  standard(
    'skill/description-when',
    'SKILL.md:5',
    { ...md([/description: .*/, 'description: Sums up a page.']), 'skill.json': manifest({ description: undefined }) },
    {
      ...md([/description: .*/, 'description: 总结网页,当用户想了解要点时使用。']),
      'skill.json': manifest({ description: undefined }),
    },
  ),
  standard(
    'skill/placeholder',
    'SKILL.md:5 SKILL.md:50',
    {
      ...md([/description: .*/, 'description: "TODO: use it when"'], ['Sum up the manual.', 'TODO']),
      'skill.json': manifest({ description: undefined }),
    },
    md(['Sum up the manual.', 'Sum up my todo list.']),
  ),
  other(
    'agentskills',
    'skill/unexpected-field',
    'SKILL.md:5',
    variant('agentskills', '---\nRead', 'version: 1.0.0\n---\nRead'),
  ),
  other(
    'agentskills',
    'skill/compatibility',
    'SKILL.md:5',
    variant('agentskills', '---\nRead', `compatibility: ${'x'.repeat(501)}\n---\nRead`),
    variant('agentskills', '---\nRead', `compatibility: ${'é'.repeat(500)}\n---\nRead`),
  ),
  other(
    'agentskills',
    'skill/strict-yaml',
    'SKILL.md:5',
    variant('agentskills', '---\nRead', 'metadata: {a: b}\n---\nRead'),
    variant('agentskills', '---\nRead', 'metadata:\n  a: "[b]"\n---\nRead'),
  ),
  other(
    'agentskills',
    'skill/strict-yaml',
    'SKILL.md:4',
    variant('agentskills', 'license: MIT', 'license: MIT --- or so'),
    variant('agentskills', 'Read', '---\nRead'),
  ),
  other(
    'agentskills',
    'skill/metadata-texts',
    'SKILL.md:6',
    variant('agentskills', '---\nRead', 'metadata:\n  level: 3\n---\nRead'),
    variant('agentskills', '---\nRead', 'metadata:\n  level: "3"\n---\nRead'),
  ),
  other(
    'agentskills',
    'skill/allowed-tools',
    'SKILL.md:5',
    variant('agentskills', '---\nRead', 'allowed-tools: Read, Write\n---\nRead'),
    variant('agentskills', '---\nRead', 'allowed-tools: Bash(a,b) Read\n---\nRead'),
  ),
  other(
    'clawhub',
    'skill/clawhub-metadata',
    'SKILL.md:7',
    variant('clawhub', '---\nRead', 'metadata:\n  openclaw:\n    os: [amiga]\n---\nRead'),
    variant('clawhub', '---\nRead', 'metadata:\n  openclaw:\n    os: [linux]\n---\nRead'),
  ),
  other(
    'clawhub',
    'skill/clawhub-alias',
    'SKILL.md:6',
    variant('clawhub', '---\nRead', 'metadata:\n  clawdbot: {emoji: x}\n---\nRead'),
    variant('clawhub', '---\nRead', 'metadata:\n  openclaw: {emoji: x}\n---\nRead'),
  ),
  other(
    'clawhub',
    'skill/primary-env',
    'SKILL.md:5',
    variant('clawhub', '---\nRead', 'metadata: {openclaw: {primaryEnv: KEY}}\n---\nRead'),
    variant('clawhub', '---\nRead', 'metadata: {openclaw: {primaryEnv: KEY, requires: {env: [KEY]}}}\n---\nRead'),
  ),
  other(
    'clawhub',
    'skill/clawhub-license',
    'SKILL.md:5',
    variant('clawhub', '---\nRead', 'license: GPL-3.0\n---\nRead'),
    variant('clawhub', '---\nRead', 'license: MIT-0\n---\nRead'),
  ),
  other('clawhub', 'skill/hidden-files', '.env.sample:0', { '.env.sample': 'x' }, { '.clawhubignore': 'x' }),
  other(
    'clawhub',
    'skill/bundle-size',
    '.:0',
    { 'big.bin': new Uint8Array(50_000_001) },
    { 'big.bin': new Uint8Array(49_000_000) },
  ),
  other(
    'hermes',
    'skill/bundle-size',
    'big.bin:0',
    { 'big.bin': new Uint8Array(256_001) },
    { 'big.bin': new Uint8Array(256_000) },
  ),
  other(
    'hermes',
    'skill/hermes-metadata',
    'SKILL.md:7',
    variant('hermes', '[linux]', '[amiga]'),
    variant('hermes', '[linux]', '[macos, windows]'),
  ),
  other(
    'hermes',
    'skill/hermes-metadata',
    'SKILL.md:8',
    variant('hermes', 'metadata:', 'required_environment_variables: [KEY]\nmetadata:'),
    variant('hermes', 'metadata:', 'required_environment_variables: [{name: KEY}]\nmetadata:'),
  ),
  other(
    'hermes',
    'skill/hermes-prerequisites',
    'SKILL.md:8',
    variant('hermes', 'metadata:', 'prerequisites: {env_vars: [KEY]}\nmetadata:'),
  ),
  other('hermes', 'skill/hermes-tags', 'SKILL.md:8', variant('hermes', '    category: research\n', '')),
  other('hermes', 'skill/hermes-sections', 'SKILL.md:13', variant('hermes', '## Pitfalls', '## Traps')),
  standard(
    'skill/required-section',
    'SKILL.md:14',
    md(['## Dependencies', '## Misc']),
    md(['## Dependencies', '## 依赖']),
  ),
  standard(
    'skill/recommended-section',
    'SKILL.md:14',
    md(['## Limitations', '## Misc']),
    md(['## Limitations', '## 限制']),
  ),
  standard(
    'skill/when-to-use',
    'SKILL.md:17',
    md(['**When to use this skill:**', 'Good for:']),
    md(['**When to use this skill:**', '### 何时使用']),
  ),
  standard('skill/when-not-to-use', 'SKILL.md:17', md(['**Do NOT use this skill when:**', 'Bad for:'])),
  standard('skill/usage-process', 'SKILL.md:27', md(['1. Fetch the page\n2. Write five lines', 'Fetch, then write.'])),
  standard(
    'skill/usage-parameters',
    'SKILL.md:27',
    { ...md([/\| Parameter[^#]*/, 'A page.\n\n']), 'contract.json': CONTRACT },
    { 'contract.json': CONTRACT },
  ),
  standard('skill/tools-listed', 'SKILL.md:58', md(['`fetch_url`: gets', 'gets'])),
  standard(
    'skill/changelog-version',
    'SKILL.md:66',
    md(['### 1.2.0', '### 1.1.0']),
    md(['### 1.2.0 (', '### v1.2.0 (']),
  ),
  standard('skill/two-examples', 'SKILL.md:40', md([/### Example 2[^#]*/, '']), md(['## Examples', '## 示例'])),
  standard(
    'skill/complete-example',
    'SKILL.md:50',
    md([/Sum up the manual\.\n\n\*\*Expected output:\*\*\n/, '']),
    md(
      [/\*\*User input:\*\*\nSum/, '**用户输入**：Sum'],
      [/\*\*Expected output:\*\*\nFive lines\.\n\n## Dep/, '**预期输出**：五行\n\n## Dep'],
    ),
  ),
  standard(
    'skill/example-contract',
    'prompts/examples/a.json:2 prompts/examples/a.json:3',
    { 'contract.json': CONTRACT, 'prompts/examples/a.json': '{\n"input": {"url": "a", "x": 1},\n"output": ["a", 1]}' },
    {
      'contract.json': CONTRACT,
      'prompts/examples/a.json': '{"input": {"url": "x"}, "output": ["a"]}',
      'tests/b.json': '{"input": {}, "error": {"code": "MISSING_PARAM"}}',
    },
  ),
  standard('skill/manifest-missing', 'skill.json:1', { 'skill.json': undefined }),
  standard(
    'skill/manifest-schema',
    'skill.json:12',
    { 'skill.json': manifest({ capability_type: 'magic' }) },
    { 'skill.json': manifest({ capability_type: 'task', runtime: { tier: 'zygote' } }) },
  ),
  standard(
    'skill/manifest-differs',
    'skill.json:3 skill.json:9',
    { 'skill.json': manifest({ version: '1.1.0', tags: ['net'] }) },
    {
      'skill.json': manifest({
        description: 'Sums up a web page in  five lines.\nUse when somebody wants the gist of a page.',
      }),
    },
  ),
  standard(
    'skill/misspelt-field',
    'SKILL.md:11 skill.json:12',
    { ...md(['tools_required', 'tools_requird: []\ntools_required']), 'skill.json': manifest({ permisions: {} }) },
    { ...md(['tools_required', 'x-mood: good\ntools_required']) },
  ),
  standard('skill/license-file', 'LICENSE:1', { LICENSE: undefined }, { LICENSE: undefined, 'LICENCE.txt': 'MIT' }),
  standard(
    'skill/tests',
    'tools/main.py:1',
    { 'tools/main.py': 'x' },
    { 'tools/main.py': 'x', 'tests/test_basic.py': 'x' },
  ),
  standard(
    'skill/entry-unclear',
    'skill.json:1',
    { 'tools/a.py': 'x', 'tools/b.py': 'x' },
    { 'tools/a.py': 'x', 'tools/b.py': 'x', 'skill.json': manifest({ entry: 'tools/a.py' }), 'tests/t.py': '' },
  ),
  standard(
    'skill/requirements-pinned',
    'package.json:3 requirements.txt:2',
    { 'requirements.txt': '# net\nrequests>=2\n', 'package.json': '{"dependencies": {\n"a": "1.0.0",\n"b": "*"}}' },
    {
      'requirements.txt': '-r other.txt\n\nrequests==2.32.3 # net\n',
      'package.json': '{"dependencies": {"a": "^1.0.0"}}',
    },
  ),
  standard('skill/broken-link', 'SKILL.md:19', md(['says what', '[says](docs/no.md) what']), {
    ...md(['says what', '[says](docs/a%20b.md#top) `[x](y.md)` [w](https://example.com/a.md) what']),
    'docs/a b.md': '[up](../SKILL.md)',
  }),
  standard(
    'skill/link-outside',
    'docs/a.md:1 docs/a.md:1',
    { 'docs/a.md': '[x](../../secret.md) ![y](/etc/hosts)' },
    { 'docs/a.md': '```\n[x](../../secret.md)\n```\n' },
  ),
  standard(
    'skill/injection-size',
    'SKILL.md:17 SKILL.md:17',
    md(['says what matters', 'word '.repeat(500)]),
    md(['says what matters', 'word '.repeat(40)]),
  ),
  other(
    'agentskills',
    'skill/body-size',
    'SKILL.md:6',
    variant('agentskills', 'Read', 'a\n'.repeat(500)),
    variant('agentskills', 'Read the page.', 'a\n'.repeat(499)),
  ),
]

const found = (profile: Profile, texts: Twins['evil']) =>
  lintFiles(filesFor(profile, texts), { profile, folder: 'page-digest' })

test.each(PROFILES)('the package that the %s cases start from has no finding at all', (profile) => {
  expect(found(profile, {})).toEqual([])
})

test('every rule has an evil case and a benign twin', () => {
  expect([...new Set([...TWINS.map(({ rule }) => rule), ...ON_DISK])].sort()).toEqual(Object.keys(SKILL_RULES).sort())
})

test.each(TWINS)('$rule is noticed at $at ($profile), with why and what to do, and its twin is spared', (twins) => {
  const { rule, profile, at, evil, benign } = twins
  const findings = found(profile, evil).filter((finding) => finding.rule === rule)
  expect(findings.map(({ file, line = 0 }) => `${file}:${line}`)).toEqual(at)
  for (const { severity, message, why, fix } of findings) {
    expect({ severity, why }).toEqual({ severity: SKILL_RULES[rule]?.severity[profile], why: SKILL_RULES[rule]?.why })
    expect(message.length).toBeGreaterThan(10)
    expect(fix?.length).toBeGreaterThan(5)
  }
  expect(found(profile, benign).filter((finding) => finding.rule === rule)).toEqual([])
})

describe('the contract is linted with the skill', () => {
  test('its findings name contract.json and the line', () => {
    const contract = CONTRACT.replaceAll(',"', ',\n"').replace('"maxLength":2000,\n', '')
    expect(found('standard', { 'contract.json': contract })).toEqual([
      expect.objectContaining({ rule: 'contract/string-bounds', file: 'contract.json', line: 7 }),
    ])
  })

  test('a wrong contract is said once, and stops nobody in the other dialects', () => {
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

describe('hostile files cost little', () => {
  const much = (unit: string) => unit.repeat(Math.ceil(200_000 / unit.length))
  const front = '---\nid: x\nname: x\ndescription: d\n'
  test.each<[string, Twins['evil']]>([
    ['examples', { 'SKILL.md': `${front}---\n## Examples\n${much('### a\n')}` }],
    ['labels', { 'SKILL.md': `${front}---\n## Examples\n### a\nb${much('\n')}` }],
    ['keys', { 'SKILL.md': `${front}${Array.from({ length: 6_000 }, (_, i) => `k${i}: v\n`).join('')}---\n` }],
    ['links', { 'SKILL.md': `${front}---\n${much('[a](b.md)\n')}` }],
    ['brackets', { 'SKILL.md': `${front}---\n${much('](')}` }],
    ['requirements', { 'requirements.txt': `a${much(' ')}b` }],
    ['sentences', { 'SKILL.md': `${front}license: "${'A. '.repeat(20_000)}"\n---\n` }],
    [
      'nested JSON',
      {
        'skill.json': '['.repeat(500_000) + ']'.repeat(500_000),
        'contract.json': `{"input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      },
    ],
  ])('%s', (_what, texts) => {
    for (const profile of PROFILES) {
      const start = performance.now()
      found(profile, texts)
      expect(performance.now() - start).toBeLessThan(1_000)
    }
  })
})

describe('on a disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lint-'))
  afterAll(() => rm(root, { recursive: true, force: true }))
  const dir = join(root, 'page-digest')
  await mkdir(dir)
  for (const [path, bytes] of filesFor('standard')) await writeFile(join(dir, path), bytes)

  test('a folder and a skill that was read from it are linted alike', async () => {
    expect(await lintSkill(dir)).toEqual([])
    expect(await lintSkill(await readSkill(dir), { profile: 'agentskills' })).not.toEqual([])
  })

  test('what cannot be read is said', async () => {
    await symlink('/etc/hosts', join(dir, 'docs.md'))
    expect(await lintSkill(dir)).toEqual([
      expect.objectContaining({ rule: 'skill/link', severity: 'error', file: 'docs.md' }),
    ])
    await rm(join(dir, 'docs.md'))
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
