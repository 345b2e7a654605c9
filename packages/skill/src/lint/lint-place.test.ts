import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lintPlace, readPlaces } from '../index.ts'
import { AGENT_RULES } from './agent-rules.ts'

const root = await mkdtemp(join(tmpdir(), 'lint-place-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const CLEAN = {
  'agent.yaml': 'skills:\n  - name: builds\n    timeout: 60\n',
  'CLAUDE.md': '# Analyst\n',
  '.claude/skills/README.md': '# Skills\n\n## builds\n\nCounts builds.\n',
  '.claude/skills/builds.py': '"""\nBuilds\n\nCounts builds.\n"""\n',
  'tests/builds.json': '[{"name": "one", "action": "count", "input": {}}]',
}

let made = 0
/** What is found about an agent's folder that differs from the clean one in some files; an empty text is no file. */
async function found(files: Readonly<Record<string, string>>, path = '.') {
  const dir = join(root, `agent-${made++}`)
  for (const [file, text] of Object.entries({ ...CLEAN, ...files })) {
    if (text === '') continue
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), text)
  }
  const [place] = await readPlaces(join(dir, path))
  if (place === undefined) throw new Error('nothing is there')
  return (await lintPlace(place)).map(({ rule, file, line, why }) => ({
    rule,
    file,
    line,
    isExplained: why !== undefined,
  }))
}

test('a clean agent has no finding, and neither has its script', async () => {
  expect(await found({})).toEqual([])
  expect(await found({}, '.claude/skills/builds.py')).toEqual([])
})

const INVALID: readonly [string, Readonly<Record<string, string>>, string, number?][] = [
  ['skill/agent-yaml', { 'agent.yaml': 'skills: yes\n' }, 'agent.yaml', 1],
  ['skill/field-type', { 'agent.yaml': 'skills:\n  - name: builds\n    timeout: "ten"\n' }, 'agent.yaml', 3],
  ['skill/misspelt-field', { 'agent.yaml': 'skills:\n  - name: builds\n    timout: 5\n' }, 'agent.yaml', 3],
  ['skill/agent-instructions', { 'CLAUDE.md': '' }, 'CLAUDE.md', 1],
  [
    'skill/script-docs',
    { '.claude/skills/builds.py': 'x = 1\n', '.claude/skills/README.md': '' },
    '.claude/skills/builds.py',
    1,
  ],
  ['skill/script-readme', { '.claude/skills/README.md': '# Skills\n' }, '.claude/skills/README.md', 1],
  ['skill/case', { 'tests/builds.json': '[{"name": "no input"}]' }, 'tests/builds.json'],
]

test.each(INVALID)('%s is found where it is', async (rule, files, file, line) => {
  expect(await found(files)).toEqual([{ rule, file, line, isExplained: true }])
})

test('every rule about agents is among them', () => {
  expect(INVALID.map(([rule]) => rule)).toEqual(expect.arrayContaining(AGENT_RULES.map(({ id }) => id)))
})

test("a skill folder of an agent is linted like any other, with its files named from the agent's folder", async () => {
  const findings = await found({ '.claude/skills/folded/SKILL.md': '---\nid: folded\nname: folded\n---\n' })
  expect(findings.length).toBeGreaterThan(3)
  for (const { file } of findings) expect(file).toMatch(/^\.claude\/skills\/folded\//)
})

test('two skills of one name are reported', async () => {
  const findings = await found({ '.claude/skills/builds.sh': '#!/bin/sh\n# Builds\n#\n# Counts.\n' })
  expect(findings).toMatchObject([{ rule: 'skill/agent-yaml' }])
})
