import { openSchema, type SchemaObject } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { AGENT_YAML_SCHEMA } from './agent-yaml-schema.ts'
import { FRONT_MATTER_SCHEMA } from './front-matter-schema.ts'
import { HERMES_YAML_SCHEMA } from './hermes-yaml-schema.ts'
import { SKILL_JSON_SCHEMA } from './skill-json-schema.ts'

const SCHEMAS: readonly [string, SchemaObject][] = [
  ['skill-front-matter', FRONT_MATTER_SCHEMA],
  ['skill', SKILL_JSON_SCHEMA],
  ['agent', AGENT_YAML_SCHEMA],
  ['hermes', HERMES_YAML_SCHEMA],
]

test.each(SCHEMAS)(
  '%s is a JSON Schema under its published address, and every property says what it is',
  (name, schema) => {
    expect(schema.$id).toBe(`https://skillwright.dev/schemas/${name}.schema.json`)
    expect(
      openSchema(schema)
        .check({}, { policy: 'strict' })
        .issues.map(({ keyword }) => keyword),
    ).not.toContain('false')
    const bare = Object.entries(schema.properties ?? {}).filter(
      ([key, value]) => key !== '$schema' && (typeof value === 'boolean' || value.description === undefined),
    )
    expect(bare).toEqual([])
  },
)

const issues = (schema: SchemaObject, value: unknown) =>
  openSchema(schema)
    .check(value, { policy: 'strict' })
    .issues.map(({ path }) => path)

describe("the documents' own examples fit", () => {
  test("document C's front matter", () => {
    const front = parse(`
id: web-research-summarizer
version: 1.2.0
name: Web Research Summarizer
description: >
  Searches the web for information on a topic and produces
  a structured summary with source citations.
author: your-username
license: MIT
tags: [research, web, summarization, citations]
hermes_version: ">=3.0.0"
tools_required: [web_search, fetch_url]
tools_optional: [create_file]
language: en
created: 2024-03-15
updated: 2024-11-20
`)
    expect(issues(FRONT_MATTER_SCHEMA, front)).toEqual([])
  })

  test("document C's skill.json", () => {
    const manifest = {
      id: 'web-research-summarizer',
      version: '1.2.0',
      name: 'Web Research Summarizer',
      author: 'your-username',
      license: 'MIT',
      hermes_version: '>=3.0.0',
      tags: ['research', 'web', 'summarization'],
      tools_required: ['web_search', 'fetch_url'],
      entry_point: 'SKILL.md',
      homepage: 'https://clawhub.io/skills/web-research-summarizer',
    }
    expect(issues(SKILL_JSON_SCHEMA, manifest)).toEqual([])
  })

  test("document C's hermes.yaml", () => {
    const yaml = `
skills:
  - id: web-research-summarizer
    version: "^1.2"
    config:
      default_depth: medium
      max_sources: 5
      preferred_language: auto
`
    expect(issues(HERMES_YAML_SCHEMA, parse(yaml))).toEqual([])
  })

  test("document B's agent.yaml", () => {
    const yaml =
      'skills:\n  - name: long_running_task\n    entry: .claude/skills/task.py\n    timeout: 600  # 10 分钟\n'
    expect(issues(AGENT_YAML_SCHEMA, parse(yaml))).toEqual([])
  })
})

test.each<[string, SchemaObject, unknown, string]>([
  ['an id that is not kebab-case', SKILL_JSON_SCHEMA, { id: 'My Skill', version: '1.0.0', name: 'x' }, '/id'],
  ['a version of two parts', SKILL_JSON_SCHEMA, { id: 'x', version: '1.0', name: 'x' }, '/version'],
  [
    'an unknown permission',
    SKILL_JSON_SCHEMA,
    { id: 'x', version: '1.0.0', name: 'x', permissions: { all: [] } },
    '/permissions/all',
  ],
  [
    'an unknown tier',
    SKILL_JSON_SCHEMA,
    { id: 'x', version: '1.0.0', name: 'x', runtime: { tier: 'fast' } },
    '/runtime/tier',
  ],
  [
    'an allowance without a reason',
    SKILL_JSON_SCHEMA,
    { id: 'x', version: '1.0.0', name: 'x', scan: { allow: [{ rule: 'a' }] } },
    '/scan/allow/0/reason',
  ],
  [
    'an unknown capability',
    SKILL_JSON_SCHEMA,
    { id: 'x', version: '1.0.0', name: 'x', capability_type: 'magic' },
    '/capability_type',
  ],
  ['front matter without a description', FRONT_MATTER_SCHEMA, { name: 'x' }, '/description'],
  ['an unknown platform', FRONT_MATTER_SCHEMA, { name: 'x', description: 'd', platforms: ['amiga'] }, '/platforms/0'],
  [
    'an unknown installer',
    FRONT_MATTER_SCHEMA,
    { name: 'x', description: 'd', metadata: { openclaw: { install: [{ kind: 'curl' }] } } },
    '/metadata/openclaw/install/0/kind',
  ],
  ['a timeout of zero', AGENT_YAML_SCHEMA, { skills: [{ name: 'a', timeout: 0 }] }, '/skills/0/timeout'],
  ['a skill without an id', HERMES_YAML_SCHEMA, { skills: [{ version: '^1' }] }, '/skills/0/id'],
])('%s does not fit', (_what, schema, value, path) => {
  expect(issues(schema, value)).toEqual([path])
})
