import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { parseSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { tempFolder, writeFiles } from '../roots/fixtures/skill-folders.ts'
import { checkNeeds, type Host } from './check-needs.ts'
import { needsOf } from './needs.ts'
import { programFinder } from './program-finder.ts'

const HOST: Host = { version: '3.1.0', tools: ['web_search'], env: { KEY: 'x' }, system: 'linux' }

function reasons(front: string, host: Host = HOST, manifest?: object) {
  const files = new Map([['SKILL.md', Buffer.from(`---\nname: x\ndescription: y\n${front}\n---\n`)]])
  if (manifest) files.set('skill.json', Buffer.from(JSON.stringify(manifest)))
  const needs = needsOf(parseSkill(files))
  return needs ? checkNeeds(needs, host, (program) => program === 'git').map(({ code }) => code) : []
}

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['a range that the host is in', 'hermes_version: ">=3.0.0,<4.0.0"', []],
  ['a range that the host is not in', 'hermes_version: ^2.0', ['INCOMPATIBLE_HOST']],
  ['a range that is none', 'hermes_version: soon', ['INCOMPATIBLE_HOST']],
  ['a range in the words of the standard', 'compatibility: Hermes >=4.0.0; needs jq', ['INCOMPATIBLE_HOST']],
  ['tools that are there', 'tools_required: [web_search]', []],
  ['a tool that is not there', 'tools_required: [web_search, fetch_url]', ['TOOL_NOT_AVAILABLE']],
  ['tools in metadata', 'metadata:\n  tools-required: web_search fetch_url', ['TOOL_NOT_AVAILABLE']],
  ['a program', 'metadata: {"openclaw": {"requires": {"bins": ["git"]}}}', []],
  [
    'a program that is not there',
    'metadata: {"clawdbot": {"requires": {"bins": ["git", "jq"]}}}',
    ['PROGRAM_NOT_FOUND'],
  ],
  ['one of some programs', 'metadata: {"openclaw": {"requires": {"anyBins": ["jq", "git"]}}}', []],
  [
    'one of programs none of which is there',
    'metadata: {"openclaw": {"requires": {"anyBins": ["jq"]}}}',
    ['PROGRAM_NOT_FOUND'],
  ],
  ['variables', 'metadata: {"openclaw": {"requires": {"env": ["KEY"]}}}', []],
  [
    'a variable that is not set',
    'metadata: {"openclaw": {"requires": {"env": ["KEY", "OTHER"]}}}',
    ['VARIABLE_NOT_SET'],
  ],
  ['another system', 'metadata: {"openclaw": {"os": ["darwin", "win32"]}}', ['INCOMPATIBLE_SYSTEM']],
  ['this system among others', 'platforms: [macos, linux]', []],
  ['only macos', 'platforms: [macos]', ['INCOMPATIBLE_SYSTEM']],
  ['anything, always', 'metadata: {"openclaw": {"always": true, "requires": {"bins": ["jq"]}}}', []],
  ['tools of Hermes', 'metadata:\n  hermes:\n    requires_tools: [browser]', ['TOOL_NOT_AVAILABLE']],
  ['what is there already', 'metadata:\n  hermes:\n    fallback_for_tools: [web_search]', ['NOT_NEEDED']],
  ['a person', 'disable-model-invocation: true', ['ONLY_FOR_PEOPLE']],
  ['nonsense', 'metadata: {"openclaw": {"requires": {"bins": {"a": 1}, "env": 7}, "os": null}}', []],
])('a skill that needs %s', (_what, front, codes) => {
  expect(reasons(front)).toEqual(codes)
})

test('a host that states nothing hides no skill', () => {
  expect(reasons('hermes_version: ^2.0\ntools_required: [fetch_url]', {})).toEqual([])
})

test('programs that skill.json names are needed', () => {
  expect(reasons('', HOST, { permissions: { programs: ['git', 'jq'] } })).toEqual(['PROGRAM_NOT_FOUND'])
})

test('programs are looked for on the PATH, once', () => {
  const dir = tempFolder()
  writeFiles(dir, { 'a/tool': '', 'b/tool': '', 'b/text': '' })
  const find = programFinder({ PATH: `${join(dir, 'a')}:${join(dir, 'b')}` })
  expect(find('tool')).toBe(false)
  chmodSync(join(dir, 'b/tool'), 0o755)
  expect(find('tool')).toBe(false)
  const again = programFinder({ PATH: `${join(dir, 'a')}:${join(dir, 'b')}` })
  expect(['tool', 'text', 'none', '../b/tool', join(dir, 'b/tool'), '..', ''].map(again)).toEqual([
    true,
    ...Array(6).fill(false),
  ])
})
