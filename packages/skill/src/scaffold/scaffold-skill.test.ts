import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lintContract, openContract, SkillError } from '@skillwright/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lintSkill } from '../lint/lint-skill.ts'
import { packSkill } from '../pack/pack-skill.ts'
import { readSkill } from '../parse-skill.ts'
import { readAgent } from '../read-agent.ts'
import { scanSkill } from '../scan/scan-skill.ts'
import { readCases } from '../skill-cases.ts'
import type { SkillFiles } from '../skill-files.ts'
import { scaffoldAgent } from './scaffold-agent.ts'
import { type ScaffoldLanguage, type ScaffoldOptions, scaffoldSkill } from './scaffold-skill.ts'
import { writeSkill } from './write-skill.ts'

const LANGUAGES: readonly ScaffoldLanguage[] = ['python', 'typescript', 'javascript', 'shell']
const ACTION_SETS = [['run'], ['analyze'], ['analyze', 'report', 'fetch', 'push', 'full', 'daily_briefing']]

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scaffold-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const textOf = (files: SkillFiles, path: string) => new TextDecoder().decode(files.get(path))

describe.each(LANGUAGES)('a new %s skill', (language) => {
  test.each(ACTION_SETS.map((actions) => ({ actions })))(
    'with the actions $actions is read and linted without a finding',
    async ({ actions }) => {
      const dir = join(root, `${language}-${actions.join('-')}`, 'my-skill')
      const files = scaffoldSkill({ id: 'my-skill', language, actions })
      await writeSkill(dir, files)
      const skill = await readSkill(dir)
      expect(skill.findings).toEqual([])
      expect(await lintSkill(dir)).toEqual([])
      expect(lintContract(JSON.parse(textOf(files, 'contract.json')))).toEqual([])
      expect(readCases(files).findings).toEqual([])
      expect(skill).toMatchObject({
        id: 'my-skill',
        name: 'My Skill',
        version: '0.1.0',
        dialect: 'standard',
        entry: { language },
      })
      expect([...(skill.contract?.actions.keys() ?? [])]).toEqual(actions)
      expect(skill.examples.length).toBeGreaterThanOrEqual(2)
      expect(skill.sections.examples.length).toBeGreaterThanOrEqual(2)
      expect((await packSkill(dir)).digest).toMatch(/^sha256:/)
      expect(await scanSkill(dir)).toMatchObject({ verdict: 'pass', findings: [] })
    },
  )
})

test('the examples of a new skill fit its contract, action by action', () => {
  const files = scaffoldSkill({
    id: 'x',
    language: 'python',
    actions: ['analyze', 'report', 'fetch', 'push', 'full', 'own'],
  })
  const contract = openContract(textOf(files, 'contract.json'))
  for (const action of contract.actions.values()) {
    expect(action.examples).toHaveLength(2)
    for (const { input, output } of action.examples) {
      expect(action.input.check(input, { policy: 'strict' }).issues).toEqual([])
      expect(action.output.check(output, { policy: 'strict' }).issues).toEqual([])
    }
  }
})

test('SKILL.md and skill.json say the same', async () => {
  const files = scaffoldSkill({
    id: 'say-same',
    language: 'shell',
    description: 'Says "it": once.',
    author: 'me',
    today: '2026-11-15',
  })
  await writeSkill(join(root, 'say-same'), files)
  const { frontMatter, manifest, sections, permissions } = await readSkill(join(root, 'say-same'))
  for (const key of [
    'id',
    'version',
    'name',
    'description',
    'author',
    'license',
    'tags',
    'hermes_version',
    'tools_required',
  ])
    expect(manifest?.[key]).toEqual(frontMatter[key])
  expect(frontMatter.description).toBe('Says "it": once.')
  expect(sections.changelog).toEqual([{ version: '0.1.0', date: '2026-11-15', changes: ['Initial release'] }])
  expect(permissions.programs).toEqual(['jq'])
})

test.each<[string, Partial<ScaffoldOptions>]>([
  ['an id with capitals', { id: 'MySkill' }],
  ['an id that leads elsewhere', { id: '../evil' }],
  ['an empty id', { id: '' }],
  ['an id of 65 characters', { id: 'a'.repeat(65) }],
  ['an action that is no name', { actions: ['rm -rf'] }],
  ['the same action twice', { actions: ['report', 'report'] }],
  ['no action at all', { actions: [] }],
  ['an unknown language', { language: 'constructor' as ScaffoldLanguage }],
])('%s is refused', (_, wrong) => {
  expect(() => scaffoldSkill({ id: 'x', language: 'python', ...wrong })).toThrow(SkillError)
})

describe('writing', () => {
  const files = scaffoldSkill({ id: 'written', language: 'python' })

  test('a folder that holds something is left as it is', async () => {
    const dir = join(root, 'full')
    await writeSkill(dir, files)
    await expect(writeSkill(dir, files)).rejects.toThrow(/already holds/)
  })

  test('an empty folder is filled, and only scripts can be executed', async () => {
    const dir = await mkdtemp(join(root, 'empty-'))
    await writeSkill(dir, files)
    expect((await stat(join(dir, 'tools/main.py'))).mode & 0o111).not.toBe(0)
    expect((await stat(join(dir, 'SKILL.md'))).mode & 0o111).toBe(0)
  })

  test('when one file cannot be written there is no folder at all', async () => {
    const parent = await mkdtemp(join(root, 'none-'))
    const clash = new Map([...files, ['LICENSE/more', new Uint8Array()]])
    await expect(writeSkill(join(parent, 'skill'), clash)).rejects.toThrow(SkillError)
    const outside = new Map([['../outside', new Uint8Array()]])
    await expect(writeSkill(join(parent, 'skill'), outside)).rejects.toThrow(SkillError)
    expect(await readdir(parent)).toEqual([])
  })
})

describe('a new agent', () => {
  test("has document B's layout and is read without a finding", async () => {
    const dir = join(root, 'dev_analyst')
    const files = scaffoldAgent({ role: 'dev_analyst', skills: ['build_analysis', 'test_report'] })
    expect([...files.keys()]).toEqual([
      'agent.yaml',
      'CLAUDE.md',
      '.claude/skills/README.md',
      '.claude/skills/build_analysis.py',
      '.claude/skills/test_report.py',
      'tests/build_analysis.json',
      'tests/test_report.json',
    ])
    await writeSkill(dir, files)
    const agent = await readAgent(dir)
    expect(agent.findings).toEqual([])
    expect(agent.skills.map(({ id, timeoutSeconds }) => [id, timeoutSeconds])).toEqual([
      ['build-analysis', 300],
      ['test-report', 300],
    ])
    expect(agent.skills[0]?.description).toBe('A skill of the Dev Analyst: analyze, report.')
  })

  test.each([
    { role: 'No Role' },
    { role: 'x', skills: [] },
    { role: 'x', skills: ['a-b'] },
    { role: 'x', skills: ['a', 'a'] },
  ])('is refused for %j', (wrong) => {
    expect(() => scaffoldAgent(wrong)).toThrow(SkillError)
  })
})
