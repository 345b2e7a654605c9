import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fromWire, type SkillResponse } from '@skillwright/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractOfDescriptor, readDescriptor } from '../descriptor/read-descriptor.ts'
import { lintSkill } from '../lint/lint-skill.ts'
import { packSkill } from '../pack/pack-skill.ts'
import { readSkill } from '../parse-skill.ts'
import { readAgent } from '../read-agent.ts'
import { readFiles } from '../read-files.ts'
import { scanSkill } from '../scan/scan-skill.ts'
import { judgeCase, readCases } from '../skill-cases.ts'

// The example skills of the repository: each is read, checked, scanned, and its own examples and tests are really run.
const root = join(import.meta.dirname, '../../../../skills')
const ids = readdirSync(root).filter((id) => existsSync(join(root, id, 'SKILL.md')))
// The program itself: the shim of a version manager would cost more than the scripts.
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
const COMMANDS: Readonly<Record<string, string>> = {
  py: PYTHON,
  sh: 'sh',
  mjs: process.execPath,
  mts: process.execPath,
}

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skills-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

/** Runs a script in an empty folder, as a host would. */
async function run(script: string, action: string | undefined, params: unknown, home = temp): Promise<SkillResponse> {
  const command = COMMANDS[script.slice(script.lastIndexOf('.') + 1)] ?? script
  const env = { ...process.env, HOME: home, PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn(command, [script], { cwd: temp, env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(JSON.stringify({ action, params }))
  return fromWire(JSON.parse(await text(child.stdout)))
}

async function json(...path: string[]): Promise<unknown> {
  return JSON.parse(await readFile(join(root, ...path), 'utf8'))
}

test('there are skills in every language and of every capability type', async () => {
  const skills = await Promise.all(ids.map((id) => readSkill(join(root, id))))
  expect(ids.length).toBeGreaterThanOrEqual(8)
  const languages = new Set(skills.map(({ entry }) => entry?.language))
  expect(languages).toEqual(new Set(['python', 'typescript', 'javascript', 'shell', undefined]))
  expect(new Set(skills.map((skill) => skill.capabilityType))).toEqual(new Set(['plugin', 'api', 'knowledge', 'task']))
  expect(skills.filter(({ permissions }) => permissions.read.length + permissions.network.length > 0)).not.toEqual([])
})

describe.each(ids)('%s', (id) => {
  const dir = join(root, id)

  test('is read, linted and packed without a finding', async () => {
    const skill = await readSkill(dir)
    expect(skill.findings).toEqual([])
    expect(skill.id).toBe(id)
    expect(skill.examples.length).toBeGreaterThanOrEqual(2)
    expect(skill.sections.examples.length).toBeGreaterThanOrEqual(2)
    expect(skill.sections.whenNotToUse).not.toEqual([])
    expect(skill.sections.changelog[0]?.version).toBe(skill.version)
    expect(skill.contract).toBeDefined()
    const findings = await lintSkill(dir)
    // The translator takes what its descriptor takes, which says no bounds.
    expect(findings.filter(({ severity }) => id !== 'translator' || severity !== 'info')).toEqual([])
    if (skill.contractSource === 'contract.json') expect(skill.contract?.version).toBe(skill.version)
    for (const file of ['LICENSE', 'README.md', 'skill.json', 'prompts/system.md', 'tests/triggers.json'])
      expect(skill.files).toContain(file)
    expect((await packSkill(dir)).files.length).toBe(skill.files.length)
  })

  test('is passed by the scanner', async () => {
    const { verdict, findings } = await scanSkill(dir)
    expect({ verdict, findings: findings.filter(({ severity }) => severity !== 'info') }).toEqual({
      verdict: 'pass',
      findings: [],
    })
  })

  test('has sentences that should and should not wake it, in English and Chinese', async () => {
    const triggers = (await json(id, 'tests/triggers.json')) as { query: string; should_trigger: boolean }[]
    for (const wakes of [true, false])
      for (const isChinese of [true, false])
        expect(
          triggers.some(
            ({ query, should_trigger }) => should_trigger === wakes && /\p{Script=Han}/u.test(query) === isChinese,
          ),
        ).toBe(true)
  })

  test('gives the answers that its examples and tests promise', async () => {
    const { entry, contract } = await readSkill(dir)
    const { cases, findings } = readCases((await readFiles(dir)).files)
    expect(findings).toEqual([])
    if (contract === undefined) throw new Error('no contract')
    await Promise.all(
      cases.map(async (one) => {
        if ('output' in one.expect) {
          expect(contract.action(one.action).input.check(one.input, { policy: 'strict' }).issues).toEqual([])
          expect(contract.action(one.action).output.check(one.expect.output, { policy: 'strict' }).issues).toEqual([])
        }
        if (entry === undefined) return
        const response = await run(join(dir, entry.path), one.action, one.input)
        expect([one.name, ...judgeCase(one, response)]).toEqual([one.name])
        if (response.status === 'success')
          expect(contract.action(one.action).output.check(response.data, { policy: 'strict' }).issues).toEqual([])
      }),
    )
    if (entry !== undefined) expect(cases.length).toBeGreaterThanOrEqual(5)
  })
})

describe('daily-news-digest', () => {
  const script = join(root, 'daily-news-digest/tools/main.py')
  const asOf = '2026-11-15T08:00:00Z'

  test('still answers a call that was written for version 1', async () => {
    const { contract } = await readSkill(join(root, 'daily-news-digest'))
    const accepted = contract?.accept({ topics: 'quantum computing' }, { version: '1.0.0' })
    expect(accepted).toMatchObject({ ok: true, value: { topics: ['quantum computing'] } })
    expect(await run(script, undefined, accepted?.value)).toMatchObject({ status: 'success' })
  })

  test('saves the digest where it says', async () => {
    const params = {
      topics: ['AI regulation'],
      time_range: '24h',
      save_to_file: true,
      file_path: 'today.md',
      as_of: asOf,
    }
    expect(await run(script, 'run', params)).toMatchObject({ data: { file_saved: 'digests/today.md' } })
    expect(await readFile(join(temp, 'digests/today.md'), 'utf8')).toContain(
      '- [Draft AI regulation enters consultation](https://news.example.com/ai-draft), Example Technology News',
    )
    expect(await run(script, 'run', { ...params, file_path: '../x.md' })).toMatchObject({ status: 'failed' })
  })

  test('is partial when one of its feeds cannot be read', async () => {
    const params = {
      topics: ['quantum computing'],
      feeds: ['technology.xml', 'nowhere.xml'],
      time_range: 'this_week',
      as_of: asOf,
    }
    expect(await run(script, 'run', params)).toMatchObject({
      status: 'partial_success',
      errors: [{ code: 'DATA_NOT_FOUND' }],
    })
  })
})

test('translator takes and gives exactly what its descriptor says', async () => {
  const derived = contractOfDescriptor(readDescriptor(await json('translator/descriptor.json'))).action()
  const { contract } = await readSkill(join(root, 'translator'))
  expect(contract?.action().input.schema).toEqual(derived.input.schema)
  expect(contract?.action().output.schema).toEqual(derived.output.schema)
})

test('unit-converter is a module that can be embedded', async () => {
  const { run: convert } = await import(join(root, 'unit-converter/tools/main.mjs'))
  expect(await convert({ value: 1, from: 'GiB', to: 'MiB' })).toEqual({ value: 1024, unit: 'MiB', quantity: 'data' })
  await expect(convert({ value: 1, from: 'GiB', to: 'kg' })).rejects.toMatchObject({ code: 'INVALID_PARAM' })
})

test("notes-search reads the user's notes and nothing that a link leads to", async () => {
  const home = await mkdtemp(join(temp, 'home-'))
  const script = join(root, 'notes-search/tools/main.py')
  expect(await run(script, 'run', { query: 'plum' }, home)).toMatchObject({ errors: [{ code: 'DATA_NOT_FOUND' }] })
  await mkdir(join(home, 'notes'))
  await writeFile(join(home, 'notes/jam.md'), '# Jam\nplum, 2 kg\n')
  await writeFile(join(home, 'outside.md'), 'plum outside\n')
  await symlink(join(home, 'outside.md'), join(home, 'notes/link.md'))
  expect(await run(script, 'run', { query: 'PLUM' }, home)).toMatchObject({
    data: { matches: [{ note: 'jam.md', line: 2, text: 'plum, 2 kg' }], total: 1 },
  })
})

test('text-diff undoes what it compared: applying the difference gives the second text', async () => {
  const script = join(root, 'text-diff/tools/main.mjs')
  const lines = (seed: number) => Array.from({ length: 60 }, (_, i) => `${(i * seed) % 17}`).join('\n')
  for (const [before, after] of [
    [lines(3), lines(5)],
    ['', 'a'],
    ['a\n', ''],
    ['a\r\nb', 'b\r\na\r\n'],
  ] as const) {
    const { data } = await run(script, 'diff', { before, after, context: 1 })
    const { patch } = data as { patch: string }
    expect(await run(script, 'apply', { text: before, patch })).toMatchObject({ data: { text: after } })
  }
})

describe('agents/dev_efficiency_analyst', () => {
  const dir = join(root, 'agents/dev_efficiency_analyst')

  test('is read without a finding and has its skill', async () => {
    const { findings, skills, role } = await readAgent(dir)
    expect(findings).toEqual([])
    expect(role).toBe('dev_efficiency_analyst')
    expect(skills.map(({ id, timeoutSeconds }) => [id, timeoutSeconds])).toEqual([['build-analysis', 120]])
    expect(skills[0]?.description).toContain('Analyzes CI builds')
  })

  test('gives the answers that its tests promise', async () => {
    const { cases } = readCases((await readFiles(dir)).files)
    expect(cases.length).toBeGreaterThanOrEqual(8)
    await Promise.all(
      cases.map(async (one) => {
        const response = await run(join(dir, '.claude/skills/build_analysis.py'), one.action, one.input)
        expect([one.name, ...judgeCase(one, response)]).toEqual([one.name])
      }),
    )
  })
})
