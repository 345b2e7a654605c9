import { expect, test } from 'vitest'
import { exportSkill } from '../dialects/export-skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { filesFor } from './fixtures/rule-case.ts'
import { lintForPublish } from './lint-for-publish.ts'

const files = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
const guide = (fields: string) =>
  files({ 'SKILL.md': `---\n${fields}\n---\n# Pages\n\nRead the page and sum it up.\n` })
const errors = (package_: SkillFiles, name = 'pages') =>
  lintForPublish(package_, { name }).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []))

const DESCRIPTION = 'description: Sums up a page. Use when somebody wants the gist.'

test.each([
  ['fields of its own', `name: pages\n${DESCRIPTION}\nrisk: low\nsource: community\ndate_added: "2026-01-02"`],
  ['a version', `name: pages\n${DESCRIPTION}\nversion: 1.0.0`],
  ['a version of two numbers', `name: pages\n${DESCRIPTION}\nversion: 1.0`],
  ['lists in one line', `name: pages\n${DESCRIPTION}\nmetadata:\n  tags: [a, b]`],
  ['tools as a list', `name: pages\n${DESCRIPTION}\nallowed-tools: [Bash, Read]`],
  ['a title for a name', `name: Pages\n${DESCRIPTION}`],
  ['keys of Claude Code', `name: pages\n${DESCRIPTION}\nargument-hint: "[url]"\nmodel: sonnet`],
  ['ClawHub metadata', `name: pages\n${DESCRIPTION}\nversion: "1.0"\nmetadata: {"openclaw": {"emoji": "📄"}}`],
  ['a long description', `name: pages\ndescription: ${'Sums up pages. '.repeat(80)}`],
  ['a description that starts with TODO', 'name: pages\ndescription: TODO-list keeper for teams. Use when planning.'],
  ['a description about TODO comments', 'name: pages\ndescription: Finds TODO and FIXME comments in code.'],
])('a skill with %s can be published, with a warning at most', (_what, fields) => {
  expect(errors(guide(fields))).toEqual([])
})

test.each(['agentskills', 'clawhub', 'hermes'] as const)('a skill exported to %s can be published', (target) => {
  const { files: exported, folder } = exportSkill(filesFor('standard', {}), target)
  expect(errors(exported, folder)).toEqual([])
})

test('a field that the standard does not know is still said', () => {
  expect(lintForPublish(guide(`name: pages\n${DESCRIPTION}\nrisk: low`), { name: 'pages' })).toContainEqual(
    expect.objectContaining({ rule: 'skill/unexpected-field', severity: 'warning', line: 4 }),
  )
})

test.each([
  ['TODO', 'skill/placeholder-description'],
  ['"TODO: say what it does"', 'skill/placeholder-description'],
  ['TBD', 'skill/placeholder-description'],
  ['"..."', 'skill/placeholder-description'],
  ['Lorem ipsum dolor sit amet, consectetur adipiscing elit.', 'skill/placeholder-description'],
  ['"<describe the skill here>"', 'skill/placeholder-description'],
  ['"[Your description]"', 'skill/placeholder-description'],
  ['待补充', 'skill/placeholder-description'],
  ['What it does, and when to use it.', 'skill/placeholder-description'],
  ['""', 'skill/required-field'],
])('a description that says nothing is refused: %s', (description, rule) => {
  expect(errors(guide(`name: pages\ndescription: ${description}`))).toEqual([rule])
})

test('what cannot be read is refused', () => {
  expect(errors(files({ 'SKILL.md': '# Pages\n' }))).toContain('skill/no-front-matter')
  expect(errors(files({ 'README.md': '# Pages\n' }))).toContain('skill/no-skill-md')
})
