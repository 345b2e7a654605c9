import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { exportSkill } from '../index.ts'
import type { SkillFiles } from '../skill-files.ts'

const FRONT = `id: price-watch
version: 1.2.0
name: Price Watch
description: Watches prices and tells when they fall.
author: ann
license: MIT
tags: [shopping, web]
hermes_version: ">=3.0.0,<4.0.0"
tools_required: [web_search, fetch_url]
tools_optional: [create_file]
language: en
created: 2024-03-15
`
const MANIFEST = { homepage: 'https://example.com/', permissions: { programs: ['jq'], env: ['SHOP_KEY'] } }

test('the standard knows six keys; the rest is text under metadata', () => {
  const { files, folder, findings } = exportSkill(skill(), 'agentskills')
  expect(folder).toBe('price-watch')
  expect(findings).toEqual([])
  expect(frontMatter(files)).toEqual({
    name: 'price-watch',
    description: 'Watches prices and tells when they fall.',
    license: 'MIT',
    compatibility: 'Hermes >=3.0.0,<4.0.0; needs jq',
    metadata: {
      title: 'Price Watch',
      version: '1.2.0',
      author: 'ann',
      homepage: 'https://example.com/',
      language: 'en',
      created: '2024-03-15',
      tags: 'shopping, web',
      'tools-required': 'web_search fetch_url',
      'tools-optional': 'create_file',
    },
  })
})

test('the export for ClawHub names the programs and variables that are needed', () => {
  expect(frontMatter(exportSkill(skill(), 'clawhub').files)).toEqual({
    name: 'price-watch',
    description: 'Watches prices and tells when they fall.',
    version: '1.2.0',
    homepage: 'https://example.com/',
    license: 'MIT',
    metadata: { openclaw: { primaryEnv: 'SHOP_KEY', requires: { bins: ['jq'], env: ['SHOP_KEY'] } } },
  })
})

test('Hermes asks for the variables, and knows tags and tools', () => {
  expect(frontMatter(exportSkill(skill(), 'hermes').files)).toEqual({
    name: 'price-watch',
    description: 'Watches prices and tells when they fall.',
    version: '1.2.0',
    author: 'ann',
    license: 'MIT',
    required_environment_variables: [{ name: 'SHOP_KEY', prompt: 'Value of SHOP_KEY' }],
    metadata: { hermes: { tags: ['shopping', 'web'], requires_tools: ['web_search', 'fetch_url'] } },
  })
})

test('a Claude plugin is a manifest and the skill below skills/', () => {
  const { files } = exportSkill(skill(`${FRONT}argument-hint: "[shop]"\nmodel: inherit\n`), 'claude-plugin')
  expect([...files.keys()].sort()).toEqual([
    '.claude-plugin/plugin.json',
    'skills/price-watch/SKILL.md',
    'skills/price-watch/skill.json',
    'skills/price-watch/tools/run.py',
  ])
  expect(JSON.parse(text(files, '.claude-plugin/plugin.json'))).toEqual({
    name: 'price-watch',
    description: 'Watches prices and tells when they fall.',
    version: '1.2.0',
    author: { name: 'ann' },
    homepage: 'https://example.com/',
    license: 'MIT',
    keywords: ['shopping', 'web'],
  })
  expect(frontMatter(files, 'skills/price-watch/SKILL.md')).toMatchObject({
    name: 'price-watch',
    'argument-hint': '[shop]',
    model: 'inherit',
  })
})

test('a Codex plugin says where its skills are, and what people see of it', () => {
  const { files } = exportSkill(skill(), 'codex-plugin', { mcpUrl: 'https://hub.example.com/mcp' })
  expect(JSON.parse(text(files, '.codex-plugin/plugin.json'))).toEqual({
    name: 'price-watch',
    description: 'Watches prices and tells when they fall.',
    version: '1.2.0',
    author: { name: 'ann' },
    homepage: 'https://example.com/',
    license: 'MIT',
    keywords: ['shopping', 'web'],
    skills: './skills/',
    interface: {
      displayName: 'Price Watch',
      shortDescription: 'Watches prices and tells when they fall.',
      longDescription: 'Watches prices and tells when they fall.',
      developerName: 'ann',
      websiteURL: 'https://example.com/',
    },
    mcpServers: './.mcp.json',
  })
  expect(frontMatter(files, 'skills/price-watch/SKILL.md')).toMatchObject({ name: 'price-watch' })
})

test('a dialect without a place for an MCP server takes none', () => {
  expect(() => exportSkill(skill(), 'hermes', { mcpUrl: 'https://hub.example.com/mcp' })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
})

test('what had to be cut is reported, and fits in every way of counting characters', () => {
  const { files, findings } = exportSkill(
    skill(FRONT.replace(/description: .*/, `description: ${'😀 '.repeat(600)}`)),
    'agentskills',
  )
  const { description } = frontMatter(files) as { description: string }
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).toMatch(/^😀.*…$/u)
  expect(description.isWellFormed()).toBe(true)
  expect(findings).toMatchObject([{ rule: 'export/shortened', severity: 'warning' }])
})

test('ClawHub needs a version, Hermes wants a short description', () => {
  const bare = skill('id: x\ndescription: A description that has quite a bit more than sixty characters in it.\n')
  expect(exportSkill(bare, 'clawhub').findings).toMatchObject([{ rule: 'export/no-version', severity: 'error' }])
  expect(exportSkill(bare, 'hermes').findings).toMatchObject([{ rule: 'export/long-description', severity: 'info' }])
})

test('a skill.json that cannot be read is replaced, and that is reported', () => {
  const files = new Map(skill()).set('skill.json', new TextEncoder().encode('{"id": '))
  expect(exportSkill(files, 'agentskills').findings).toMatchObject([{ rule: 'export/skill-json', severity: 'error' }])
})

test.each(['Price_Watch', '技能', 'a--b', '-a', 'x'.repeat(65), '../up/..'])(
  'the id %j is no name for others',
  (id) => {
    expect(() => exportSkill(skill(`id: ${JSON.stringify(id)}\n`), 'hermes')).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', hint: expect.stringContaining('64 lower-case') }),
    )
  },
)

test('a folder without a SKILL.md cannot be exported', () => {
  expect(() => exportSkill(new Map(), 'hermes')).toThrow(expect.objectContaining({ code: 'DATA_NOT_FOUND' }))
})

function skill(front = FRONT): SkillFiles {
  const texts = {
    'SKILL.md': `---\n${front}---\n\n# Body\n`,
    'skill.json': JSON.stringify(MANIFEST),
    'tools/run.py': '#!/usr/bin/env python3\n',
  }
  return new Map(Object.entries(texts).map(([path, content]) => [path, new TextEncoder().encode(content)]))
}

function text(files: SkillFiles, path: string): string {
  return new TextDecoder().decode(files.get(path))
}

function frontMatter(files: SkillFiles, path = 'SKILL.md'): unknown {
  return parse(text(files, path).split('\n---\n', 1)[0] ?? '')
}
