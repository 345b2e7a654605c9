import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAgent, readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { diffJson } from './diff-json.ts'
import { testSkill } from './test-skill.ts'
import { updateCases } from './update-cases.ts'

// Nothing of the user's in it, and uncontained, so that it runs on every machine.
const OWN = { contain: false, cacheDir: join(tmpdir(), 'cache') }

const skills = join(import.meta.dirname, '../../../../skills')

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skillwright-test-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

/** A copy of an example skill with other tests. */
async function converterWith(name: string, cases: unknown): Promise<Skill> {
  const dir = join(temp, name)
  await cp(join(skills, 'unit-converter'), dir, { recursive: true })
  await rm(join(dir, 'prompts/examples'), { recursive: true })
  await mkdir(join(dir, 'tests'), { recursive: true })
  await writeFile(join(dir, 'tests/basic.json'), JSON.stringify(cases))
  return readSkill(dir)
}

test.each(['unit-converter', 'log-triage', 'http-status-guide'])('%s passes its own examples and tests', async (id) => {
  await using runtime = await createRuntime(OWN)
  const report = await testSkill(await readSkill(join(skills, id)), runtime)
  expect(report.results.flatMap(({ case: { name }, problems }) => problems.map((problem) => [name, problem]))).toEqual(
    [],
  )
  expect(report).toMatchObject({ failed: 0, skipped: undefined, findings: [] })
  expect(report.passed).toBeGreaterThanOrEqual(4)
})

test('the tests of an agent are those of its scripts', async () => {
  await using runtime = await createRuntime(OWN)
  const { skills: scripts } = await readAgent(join(skills, 'agents/dev_efficiency_analyst'))
  const [script] = scripts
  if (script === undefined) throw new Error('no script')
  expect(await testSkill(script, runtime)).toMatchObject({ failed: 0 })
  const other = { ...script, entry: { path: '.claude/skills/other.py', language: 'python' as const } }
  expect(await testSkill(other, runtime)).toMatchObject({ passed: 0, failed: 0 })
})

test('a wrong answer is shown as the lines that differ', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await converterWith('wrong', [
    { name: 'Miles', input: { value: 5, from: 'mi', to: 'km' }, output: { value: 9, unit: 'km', quantity: 'length' } },
    { name: 'Fails', input: { value: 5, from: 'mi', to: 'kg' }, error: { code: 'DATA_NOT_FOUND' } },
    { name: 'Fits', input: { value: 5, from: 'mi', to: 'km' }, match: { properties: { value: { maximum: 1 } } } },
    { name: 'Fine', input: { value: 5, from: 'mi', to: 'km' } },
    'not a case',
  ])
  const report = await testSkill(skill, runtime)
  expect(report).toMatchObject({ passed: 1, failed: 3, findings: [{ file: 'tests/basic.json' }] })
  expect(report.results[0]?.diff).toEqual([
    '  {',
    '    "quantity": "length",',
    '    "unit": "km",',
    '-   "value": 9',
    '+   "value": 8.04672',
    '  }',
  ])
  expect(report.results[1]?.problems[0]).toMatch(/Expected the error DATA_NOT_FOUND, got INVALID_INPUT/)
  expect(report.results[2]?.problems[0]).toMatch(/value/)
})

test('updating writes the real answers where an exact one was expected, and nothing else', async () => {
  await using runtime = await createRuntime(OWN)
  const fits = { name: 'Fits', input: { value: 5, from: 'mi', to: 'km' }, match: { required: ['nothing'] } }
  const skill = await converterWith('update', [
    { name: 'Miles', note: 'kept', input: { value: 5, from: 'mi', to: 'km' }, output: { value: 9 } },
    { name: 'Fails', input: { value: 5, from: 'mi', to: 'kg' }, error: { code: 'DATA_NOT_FOUND' } },
    { name: 'Now fails', input: { value: 5, from: 'mi', to: 'kg' }, output: {} },
    fits,
  ])
  const updated = await updateCases(skill, await testSkill(skill, runtime))
  expect(updated.map(({ case: { name } }) => name)).toEqual(['Miles', 'Fails', 'Now fails'])
  expect(JSON.parse(await readFile(join(temp, 'update/tests/basic.json'), 'utf8'))).toEqual([
    {
      name: 'Miles',
      note: 'kept',
      input: { value: 5, from: 'mi', to: 'km' },
      output: { value: 8.04672, unit: 'km', quantity: 'length' },
    },
    { name: 'Fails', input: { value: 5, from: 'mi', to: 'kg' }, error: { code: 'INVALID_INPUT' } },
    { name: 'Now fails', input: { value: 5, from: 'mi', to: 'kg' }, error: { code: 'INVALID_INPUT' } },
    fits,
  ])
  expect(await testSkill(skill, runtime)).toMatchObject({ passed: 3, failed: 1 })
})

test('an answer that only says that the machine failed is never expected from then on', async () => {
  await using runtime = await createRuntime(OWN)
  const skill = await converterWith('crash', [{ input: { value: 5, from: 'mi', to: 'km' }, output: {} }])
  await writeFile(join(temp, 'crash/tools/main.mjs'), 'process.exit(9)')
  expect(await updateCases(skill, await testSkill(skill, runtime))).toEqual([])
})

test.each([['web-research-summarizer', 'it has no script to run']])('%s is not run: %s', async (id, skipped) => {
  await using runtime = await createRuntime(OWN)
  expect(await testSkill(await readSkill(join(skills, id)), runtime)).toMatchObject({ skipped, failed: 0 })
})

test('a difference shows a few lines around each change, whatever order the keys are in', () => {
  const expected = { a: 1, list: Array.from({ length: 40 }, (_, i) => i), z: { y: 1, x: 2 } }
  const actual = { z: { x: 2, y: 1 }, list: expected.list.with(20, 99), a: 1 }
  expect(diffJson(expected, actual)).toEqual(
    ['      17,', '      18,', '      19,', '-     20,', '+     99,', '      21,', '      22,', '      23,', '  …'].map(
      (line) => line.replace(/^ {6}/, '      '),
    ),
  )
  expect(diffJson({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([])
  expect(diffJson(undefined, { a: 1 })).toContain('- nothing')
})

test('a huge difference is found without being drawn in full', () => {
  const list = Array.from({ length: 20_000 }, (_, i) => i)
  const lines = diffJson(list, list.with(10_000, -1))
  expect(lines).toContain('+   -1,')
  expect(lines.length).toBeLessThan(30)
})
