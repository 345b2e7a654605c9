import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import { parseSkill } from './parse-skill.ts'

function skill(files: Readonly<Record<string, string | Uint8Array>>, folder = 'my-skill') {
  const entries = Object.entries(files).map(
    ([path, content]) => [path, typeof content === 'string' ? Buffer.from(content) : content] as const,
  )
  return parseSkill(new Map(entries), { folder })
}

const STANDARD = `---
# ===== SKILL METADATA =====
id: web-research-summarizer
version: 1.2.0
name: Web Research Summarizer
description: >
  Searches the web for information on a topic and produces
  a structured summary with source citations.
author: your-username
license: MIT
tags:
  - research
  - web
hermes_version: ">=3.0.0"
tools_required:
  - web_search
  - fetch_url
tools_optional:
  - create_file
language: en
created: 2024-03-15
updated: 2024-11-20
---

# Web Research Summarizer

## Usage

### Parameters

| Parameter | Type | Required | Default | Description |
|-----------|------|----------|---------|-------------|
| \`topic\` | string | Yes | — | The research topic |
| \`depth\` | enum | No | "medium" | Research depth: "quick" / "medium" / "deep" |
`

test("document C's own SKILL.md is read field by field, and its parameter table is its contract", () => {
  const read = skill({ 'SKILL.md': STANDARD })
  expect(read).toMatchObject({
    id: 'web-research-summarizer',
    version: '1.2.0',
    name: 'Web Research Summarizer',
    description: 'Searches the web for information on a topic and produces a structured summary with source citations.',
    author: 'your-username',
    license: 'MIT',
    tags: ['research', 'web'],
    hermesVersion: '>=3.0.0',
    toolsRequired: ['web_search', 'fetch_url'],
    toolsOptional: ['create_file'],
    language: 'en',
    created: '2024-03-15',
    updated: '2024-11-20',
    dialect: 'standard',
    contractSource: 'parameter-table',
    findings: [],
  })
  const { input } = read.contract?.action() ?? {}
  expect(input?.check({ topic: 'x' })).toMatchObject({ ok: true, value: { topic: 'x', depth: 'medium' } })
  expect(input?.check({}).ok).toBe(false)
})

test('everything a package may hold is in the Skill', () => {
  const read = skill({
    'SKILL.md': '---\nname: digest\ndescription: d\n---\nbody',
    'skill.json': JSON.stringify({
      id: 'digest',
      version: '2.0.0',
      entry: './tools/run.py',
      capability_type: 'task',
      permissions: { network: ['example.com'] },
      timeout_seconds: 60,
    }),
    'contract.json': JSON.stringify({ input: { type: 'object', properties: {} } }),
    'prompts/system.md': 'Be brief.',
    'prompts/examples/a.json': '{"input": {"x": 1}, "output": 2, "action": "go"}',
    'tools/run.py': '',
    LICENSE: 'MIT',
  })
  expect(read).toMatchObject({
    id: 'digest',
    version: '2.0.0',
    capabilityType: 'task',
    contractSource: 'contract.json',
    systemPrompt: 'Be brief.',
    examples: [{ file: 'prompts/examples/a.json', action: 'go', input: { x: 1 }, output: 2 }],
    entry: { path: 'tools/run.py', language: 'python' },
    permissions: { network: ['example.com'] },
    timeoutSeconds: 60,
    findings: [],
  })
  expect(read.files).toContain('LICENSE')
})

describe('every dialect is recognised, and its keys are kept', () => {
  test.each([
    ['agentskills', 'name: x\ndescription: d\ncompatibility: git', {}],
    ['clawhub', 'name: x\ndescription: d\nmetadata: {"openclaw": {"emoji": "🦀", "requires": {"bins": ["jq"]}}}', {}],
    ['clawhub', 'name: x\ndescription: d\nmetadata: \'{"clawdbot": {"homepage": "https://example.com"}}\'', {}],
    ['hermes', 'name: x\ndescription: d\nplatforms: [linux]\nmetadata:\n  hermes:\n    tags: [a, b]', {}],
    ['claude-code', 'name: x\ndescription: d\nargument-hint: "[file]"', {}],
    ['codex', 'name: x\ndescription: d', { 'agents/openai.yaml': '' }],
    ['standard', 'id: x\nname: X\ndescription: d\ntools_required: []', {}],
  ])('%s', (dialect, yaml, more) => {
    const read = skill({ 'SKILL.md': `---\n${yaml}\n---\n`, ...more })
    expect(read).toMatchObject({ dialect, id: 'x', description: 'd' })
    expect(Object.keys(read.frontMatter)).toEqual([...yaml.matchAll(/^([\w-]+):/gm)].map(([, key]) => key))
  })

  test('metadata that is JSON text, ClawHub and Hermes maps fill the common fields', () => {
    const json = skill({
      'SKILL.md': '---\nname: x\ndescription: d\nmetadata: \'{"version":"1.1.0","author":"me"}\'\n---',
    })
    expect(json).toMatchObject({ version: '1.1.0', author: 'me' })
    const hermes = skill({ 'SKILL.md': '---\nname: x\ndescription: d\nmetadata: {hermes: {tags: [a, b]}}\n---' })
    expect(hermes.tags).toEqual(['a', 'b'])
  })
})

describe('malformed content is still read, and reported with its line', () => {
  const both = { name: 'x', description: 'd' }
  test.each<[string, string | Uint8Array, object, string | undefined, number?]>([
    ['a byte order mark', '\uFEFF---\nname: x\ndescription: d\n---\n', both, 'skill/bom', 1],
    ['CRLF', '---\r\nname: x\r\ndescription: d\r\n---\r\nbody', { ...both, body: 'body' }, undefined],
    ['NUL', '---\nname: x\ndescription: d\0\n---\n', both, 'skill/nul', 3],
    [
      'bytes that are not UTF-8',
      Buffer.from('---\nname: x\ndescription: d\xe9\n---\n', 'latin1'),
      { name: 'x' },
      'skill/encoding',
      3,
    ],
    ['UTF-16', Buffer.from('\uFEFF---\nname: x\ndescription: d\n---\n', 'utf16le'), both, 'skill/encoding', 1],
    [
      'a version that is a number',
      '---\nname: x\ndescription: d\nversion: 1.0\n---\n',
      { version: '1.0' },
      'skill/field-type',
      4,
    ],
    [
      'a number in metadata',
      '---\nname: x\ndescription: d\nmetadata:\n  version: 2.10 # new\n---\n',
      { version: '2.10' },
      'skill/field-type',
      5,
    ],
    [
      'a description that is a list',
      '---\nname: x\ndescription: [one, two]\n---\n',
      { description: 'one two' },
      'skill/field-type',
      3,
    ],
    [
      'an author that is a map',
      '---\nname: x\ndescription: d\nauthor: {a: b}\n---\n',
      { author: undefined },
      'skill/field-type',
      4,
    ],
    [
      'tags that are one text',
      '---\nname: x\ndescription: d\ntags: a, b，c\n---\n',
      { tags: ['a', 'b', 'c'] },
      undefined,
    ],
    ['only a name', '---\nname: x\n---\n', { name: 'x', description: '' }, undefined],
    [
      'Chinese',
      '---\nname: 网页研究\ndescription: 搜索网页\n---\n# 标题\n',
      { id: '网页研究', description: '搜索网页' },
      undefined,
    ],
    ['full-width colons', '---\nname：x\ndescription：d\n---\n', both, 'skill/yaml', 2],
    ['a description YAML takes for a comment', '---\nname: x\ndescription: # d\n---\n', both, 'skill/yaml', 3],
    [
      'a comment above the front matter',
      '<!-- c -->\n---\nname: x\ndescription: d\n---\nbody',
      { ...both, body: 'body' },
      'skill/misplaced-front-matter',
      2,
    ],
    [
      'a fence around the front matter',
      '```yaml\n---\nname: x\ndescription: d\n---\n```\n',
      both,
      'skill/misplaced-front-matter',
      2,
    ],
    ['four dashes', '----\nname: x\ndescription: d\n---\n', both, 'skill/misplaced-front-matter', 1],
    ['no dashes at all', 'name: x\ndescription: d\n\n# Title\n', both, 'skill/misplaced-front-matter', 1],
    [
      'an end that is missing before a rule of the body',
      '---\nname: x\ndescription: d\n\n# Title\ntext: a: b\n\n---\nmore',
      { ...both, body: '# Title\ntext: a: b\n\n---\nmore' },
      'skill/open-front-matter',
      2,
    ],
    [
      'a broken neighbour',
      '---\nname: x\ndescription: d\nbad: a: b\nmetadata:\n  openclaw: {emoji: x}\n---\n',
      { ...both, dialect: 'clawhub' },
      'skill/yaml',
      4,
    ],
  ])('%s', (_what, content, expected, rule, line) => {
    const read = skill({ 'SKILL.md': content })
    expect(read).toMatchObject(expected)
    expect(read.findings.map((finding) => [finding.rule, finding.line])).toEqual(
      rule === undefined ? [] : [[rule, line]],
    )
  })

  test.each([
    ['skill.json that is no JSON', 'skill.json', '{\n"id": "x",\n}', 'skill/json', 3],
    ['skill.json that ends early', 'skill.json', '{\n"id": "x"', 'skill/json', 2],
    ['skill.json that is a list', 'skill.json', '[]', 'skill/json', 1],
    ['a wrong type in skill.json', 'skill.json', '{\n"id": "x",\n"author": {}\n}', 'skill/field-type', 3],
    ['an entry that is not there', 'skill.json', '{\n"id": "x",\n\n"entry": "../x.py"}', 'skill/entry', 4],
    ['permissions of the wrong shape', 'skill.json', '{\n"permissions": {"network": "all"}}', 'skill/permissions', 2],
    ['an example without input', 'prompts/examples/a.json', '{"output": 1}', 'skill/example', 1],
    ['a contract that is none', 'contract.json', '{\n"input": {\n"type": "objekt"}}', 'schema/metaschema', 3],
  ])('%s', (_what, file, text, rule, line) => {
    const { findings } = skill({ 'SKILL.md': '---\nname: x\ndescription: d\n---\n', [file]: text })
    expect(findings).toEqual([expect.objectContaining({ rule, file, line })])
  })

  test('a row of the parameter table that cannot be read is said with its line in SKILL.md', () => {
    const table = '| Parameter | Type |\n|---|---|\n| a | string |\n| b | nonsense |\n'
    const { findings } = skill({ 'SKILL.md': `---\nname: x\ndescription: d\n---\n# T\n\n## Parameters\n${table}` })
    expect(findings).toEqual([expect.objectContaining({ rule: 'contract/notation-type', file: 'SKILL.md', line: 11 })])
  })

  test('a table that is about something else is no contract and no finding', () => {
    const read = skill({ 'SKILL.md': '---\nname: x\ndescription: d\n---\n| File name | File type |\n|---|---|\n' })
    expect(read).toMatchObject({ contract: undefined, findings: [] })
  })

  test('no SKILL.md at all', () => {
    expect(skill({ 'README.md': '' })).toMatchObject({ id: 'my-skill', findings: [{ rule: 'skill/no-skill-md' }] })
  })
})

describe('hostile files cost little', () => {
  const megabyte = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length))
  test.each([
    ['a megabyte of text', `---\nname: x\ndescription: d\n---\n${megabyte('word | word\n')}`],
    ['a megabyte of front matter', `---\nname: x\ndescription: d\n${megabyte('a: b\n')}---\n`],
    ['brackets', `---\nname: x\ndescription: d\na: ${'['.repeat(60_000)}\n---\n`],
    ['dashes', `---\nname: x\ndescription: d\na:\n ${'- '.repeat(30_000)}\n---\n`],
    ['questions', `---\nname: x\ndescription: d\na:\n ${'? '.repeat(30_000)}\n---\n`],
    [
      'anchors',
      `---\nname: x\ndescription: d\n${Array.from({ length: 4_000 }, (_, i) => `a${i}: &a${i} x`).join('\n')}\n---\n`,
    ],
    ['openings', megabyte('----\n')],
    ['headings', `---\nname: x\ndescription: d\n---\n${megabyte('# a\n')}`],
    ['table heads', `---\nname: x\ndescription: d\n---\n${megabyte('| name | type |\n')}`],
    [
      'an alias bomb',
      `---\nname: x\ndescription: d\na: &a [x,x]\nb: &b [${'*a,'.repeat(90)}]\nc: [${'*b,'.repeat(90)}]\n---\n`,
    ],
  ])('%s', (_what, text) => {
    const read = within(1_000, () => skill({ 'SKILL.md': text }))
    expect(read.sections.overview.length).toBeLessThan(5_000)
    if (text.includes('name: x')) expect(read).toMatchObject({ name: 'x', description: 'd' })
  })
})

test('keys that would change how every object behaves stay data', () => {
  const read = skill({
    'SKILL.md': '---\nname: x\n__proto__: {polluted: true}\nmetadata: {__proto__: {polluted: true}}\n---\n',
    'skill.json': '{"__proto__": {"polluted": true}, "permissions": {"__proto__": ["x"]}}',
  })
  expect(read.name).toBe('x')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('any bytes whatever are read without throwing', () => {
  const name = fc.constantFrom(
    'SKILL.md',
    'skill.json',
    'contract.json',
    'prompts/system.md',
    'prompts/examples/a.json',
  )
  const text = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`---\n${text}\n---\n${text}`))
  const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)))
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(fc.uint8Array({ maxLength: 300 }), text, json)), (files) => {
      const read = skill(files)
      expect(typeof read.id).toBe('string')
      expect(read.sections).toBeDefined()
    }),
    { numRuns: 500 },
  )
})
