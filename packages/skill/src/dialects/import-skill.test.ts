import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { exportSkill, importSkill } from '../index.ts'
import { parseSkill } from '../parse-skill.ts'
import type { SkillFiles } from '../skill-files.ts'

describe('what other dialects say is said in the words of document C', () => {
  test('the Agent Skills standard', () => {
    const { files, folder } = importSkill(
      skill(`name: pdf-reader
description: Reads PDFs.
license: Apache-2.0
compatibility: Needs poppler; Hermes >=3.0.0
allowed-tools: Bash(pdftotext:*) Read
metadata:
  title: PDF Reader
  author: ann
  version: "1.4.0"
  tags: pdf, documents
  tools-required: fetch_url read_file
  team: documents
`),
    )
    expect(folder).toBe('pdf-reader')
    expect(frontMatter(files)).toEqual({
      id: 'pdf-reader',
      version: '1.4.0',
      name: 'PDF Reader',
      description: 'Reads PDFs.',
      author: 'ann',
      license: 'Apache-2.0',
      tags: ['pdf', 'documents'],
      hermes_version: '>=3.0.0',
      tools_required: ['fetch_url', 'read_file'],
      compatibility: 'Needs poppler; Hermes >=3.0.0',
      'allowed-tools': 'Bash(pdftotext:*) Read',
      metadata: { team: 'documents' },
    })
    expect(parseSkill(files).dialect).toBe('standard')
  })

  test('ClawHub: programs and variables become permissions', () => {
    const { files } = importSkill(
      skill(`name: weather
description: Tells the weather.
version: 2.0.0
homepage: https://example.com
user-invocable: true
metadata: {"clawdbot": {"emoji": "☀", "requires": {"bins": ["curl", "jq"], "env": ["WEATHER_KEY"]}}}
`),
    )
    expect(json(files, 'skill.json')).toMatchObject({
      id: 'weather',
      version: '2.0.0',
      homepage: 'https://example.com',
      permissions: { programs: ['curl', 'jq'], env: ['WEATHER_KEY'] },
    })
    expect(frontMatter(files)).toMatchObject({ 'user-invocable': true, metadata: { clawdbot: { emoji: '☀' } } })
  })

  test('Hermes: variables, tags and tools', () => {
    const { files } = importSkill(
      skill(`name: notes
description: Keeps notes.
version: 1.0.0
author: ben
platforms: [macos]
required_environment_variables:
  - name: NOTES_TOKEN
    prompt: Your token
metadata:
  hermes:
    tags: [notes]
    category: productivity
    requires_tools: [write_file]
`),
    )
    expect(parseSkill(files)).toMatchObject({
      tags: ['notes'],
      toolsRequired: ['write_file'],
      permissions: { env: ['NOTES_TOKEN'] },
    })
    expect(frontMatter(files)).toMatchObject({
      platforms: ['macos'],
      required_environment_variables: [{ name: 'NOTES_TOKEN', prompt: 'Your token' }],
      metadata: { hermes: { category: 'productivity' } },
    })
  })

  test('a Claude plugin: the manifest says what the skill does not', () => {
    const { files, folder, findings } = importSkill(
      filesOf({
        '.claude-plugin/plugin.json': JSON.stringify({
          name: 'tools',
          version: '3.1.0',
          author: { name: 'Cleo', email: 'cleo@example.com' },
          license: 'MIT',
          keywords: ['a', 'b'],
        }),
        'hooks/hooks.json': '{}',
        'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\nargument-hint: "[file]"\n---\nBody.\n',
        'skills/tidy/scripts/run.py': 'pass\n',
      }),
    )
    expect(folder).toBe('tidy')
    expect([...files.keys()].sort()).toEqual(['SKILL.md', 'scripts/run.py', 'skill.json'])
    expect(frontMatter(files)).toMatchObject({
      version: '3.1.0',
      author: 'Cleo',
      license: 'MIT',
      tags: ['a', 'b'],
      'argument-hint': '[file]',
    })
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'import/left-behind', message: expect.stringContaining('hooks/hooks.json') }),
    )
  })
})

test('a Codex plugin: its manifest counts too, and its servers are named', () => {
  const { files, findings } = importSkill(
    filesOf({
      '.codex-plugin/plugin.json': JSON.stringify({
        name: 'tools',
        version: '3.1.0',
        license: 'MIT',
        skills: './skills/',
      }),
      '.mcp.json': JSON.stringify({ mcpServers: { docs: { type: 'http', url: 'https://docs.example.com/mcp' } } }),
      'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\nBody.\n',
    }),
  )
  expect(frontMatter(files)).toMatchObject({ version: '3.1.0', license: 'MIT' })
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: 'import/mcp-server', message: expect.stringContaining('docs') }),
  )
})

test('what document C requires and the skill does not state is assumed, and reported', () => {
  const { files, findings } = importSkill(skill('name: x\ndescription: Does x.\n'))
  expect(frontMatter(files)).toEqual({
    id: 'x',
    version: '0.1.0',
    name: 'x',
    description: 'Does x.',
    hermes_version: '*',
    tools_required: [],
  })
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    ['import/assumed', 'version was not stated; 0.1.0 is assumed'],
    ['import/assumed', 'hermes_version was not stated; * is assumed'],
  ])
})

test('the body and every other file stay as they are', () => {
  const body = '\n# X\n\n---\n\ttext  \n'
  const files = importSkill(
    filesOf({ 'skill.md': `---\nname: x\ndescription: y\n---\n${body}`, 'a/b.bin': '\0\xff' }),
  ).files
  expect(parseSkill(files).body).toBe(body)
  expect([...files.keys()].sort()).toEqual(['SKILL.md', 'a/b.bin', 'skill.json'])
})

test("a skill in document C's own form is left as its author wrote it, comments and all", () => {
  const front =
    '# mine\nid: x\nversion: 1.0.0 # first\nname: X\ndescription: D.\nhermes_version: "*"\ntools_required: []\n'
  const source = skill(front)
  expect(importSkill(source).files.get('SKILL.md')).toEqual(source.get('SKILL.md'))
})

describe('an export that was edited elsewhere', () => {
  const original = skill(
    'id: x\nversion: 1.0.0\nname: Title\ndescription: Old.\nhermes_version: ">=3"\ntools_required: [web_search]\nmine: [1, 2]\n',
  )
  const edit = (files: SkillFiles, from: string, to: string): SkillFiles =>
    new Map(files).set('SKILL.md', encode(text(files, 'SKILL.md').replace(from, to)))

  test('says what it says now, and keeps what the other dialect could not say', () => {
    const { files: exported } = exportSkill(original, 'hermes')
    const { files, findings } = importSkill(edit(exported, 'description: Old.', 'description: New.'))
    expect(frontMatter(files)).toEqual({
      id: 'x',
      version: '1.0.0',
      name: 'Title',
      description: 'New.',
      hermes_version: '>=3',
      tools_required: ['web_search'],
      mine: [1, 2],
      metadata: { hermes: { requires_tools: ['web_search'] } },
    })
    expect(json(files, 'skill.json')).toMatchObject({ description: 'New.' })
    expect(json(files, 'skill.json')).not.toHaveProperty('x-exported')
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'import/edited' }))
  })

  test('comes back with its original front matter when only its body was edited', () => {
    const { files: exported } = exportSkill(original, 'agentskills')
    const { files } = importSkill(edit(exported, 'Body.', 'Better body.'))
    expect(text(files, 'SKILL.md')).toBe(text(original, 'SKILL.md').replace('Body.', 'Better body.'))
  })
})

describe('what cannot be imported says why', () => {
  const plugin = filesOf({
    'skills/one/SKILL.md': '---\nname: one\ndescription: 1.\n---\n',
    'skills/two/SKILL.md': '---\nname: two\ndescription: 2.\n---\n',
  })

  test('a folder without a skill', () => {
    expect(() => importSkill(filesOf({ 'README.md': 'x' }))).toThrow(
      expect.objectContaining({ code: 'DATA_NOT_FOUND', message: 'There is no SKILL.md to import' }),
    )
  })

  test('a plugin with two skills, until one is named', () => {
    expect(() => importSkill(plugin)).toThrow(
      expect.objectContaining({ message: 'Expected one skill, found 2', hint: expect.stringContaining('one, two') }),
    )
    expect(() => importSkill(plugin, { name: 'three' })).toThrow(/named three, found 0/)
    expect(importSkill(plugin, { name: 'two' }).folder).toBe('two')
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..', 'skill'],
  ['My Skill!', 'my-skill'],
  ['official/core', 'core'],
  ['技能', '技能'],
])('the id %j becomes the folder %j, which cannot lead out of anywhere', (id, folder) => {
  expect(importSkill(skill(`id: ${JSON.stringify(id)}\ndescription: D.\n`)).folder).toBe(folder)
})

test('a skill.json that pretends to be an export cannot do harm', () => {
  for (const kept of [
    null,
    [],
    'x',
    { written: 1 },
    { written: '', front_matter: 5 },
    { written: '', front_matter: '', skill_json: [] },
  ]) {
    const files = new Map(skill('name: x\ndescription: D.\n')).set(
      'skill.json',
      encode(JSON.stringify({ 'x-exported': kept })),
    )
    expect(importSkill(files).folder).toBe('x')
  }
})

function skill(front: string): SkillFiles {
  return filesOf({ 'SKILL.md': `---\n${front}---\n\nBody.\n` })
}

function filesOf(texts: Readonly<Record<string, string>>): SkillFiles {
  return new Map(Object.entries(texts).map(([path, content]) => [path, encode(content)]))
}

function encode(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

function text(files: SkillFiles, path: string): string {
  return new TextDecoder().decode(files.get(path))
}

function json(files: SkillFiles, path: string): unknown {
  return JSON.parse(text(files, path))
}

function frontMatter(files: SkillFiles): unknown {
  return parse(text(files, 'SKILL.md').split('\n---\n', 1)[0] ?? '')
}
