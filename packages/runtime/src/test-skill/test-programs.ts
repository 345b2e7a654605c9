import { existsSync } from 'node:fs'
import { dirname, join, parse, relative } from 'node:path'
import { isObject, openSchema, type SkillResponse } from '@skillwright/contract'
import { readFiles, type Skill, standsAlone } from '@skillwright/skill'
import type { Runtime } from '../call/create-runtime.ts'
import { withRunner } from '../plan/launch-place.ts'
import type { TestOptions } from './test-skill.ts'

/** What became of a skill's own test programs. */
export interface ProgramReport {
  /** What ran them, such as `pytest 9.0.3` or `unittest`; undefined when they were not run. */
  readonly framework: string | undefined
  readonly tests: readonly TestedProgram[]
  readonly passed: number
  readonly failed: number
  /** Why some of them, or all, were not run; empty when all were. */
  readonly notRun: readonly string[]
}

/** What became of one test. */
export interface TestedProgram {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'not-run'
  /** Why, as far as there is a reason. */
  readonly message: string
}

// All of them together; the skill's own limit is for one call.
const TESTS_SECONDS = 120
const RUNNER = join(import.meta.dirname, 'run_tests.py')

const ANSWER = openSchema({
  type: 'object',
  required: ['framework', 'tests'],
  properties: {
    framework: { type: 'string' },
    tests: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'outcome', 'message'],
        properties: {
          name: { type: 'string' },
          outcome: { enum: ['passed', 'failed', 'skipped', 'not-run'] },
          message: { type: 'string' },
        },
      },
    },
  },
})

/**
 * Runs the Python tests that a skill brings along, in `tests` or beside its script, in its own sandbox: with pytest where its
 * interpreter has it, else with unittest. Undefined when it has none.
 */
export async function testPrograms(
  skill: Skill,
  runtime: Pick<Runtime, 'run'>,
  { timeoutSeconds = TESTS_SECONDS, ...options }: Pick<TestOptions, 'signal' | 'timeoutSeconds'> = {},
): Promise<ProgramReport | undefined> {
  const { dir } = skill
  if (dir === undefined) return undefined
  const folders = Map.groupBy(await testFiles(skill), folderOf)
  if (folders.size === 0) return undefined
  const asked = asTests(skill, dir, [...folders.values()].flat())
  const reports = await Promise.all([...folders].map(([folder, files]) => runFolder(folder, files)))
  return {
    framework: reports.find(({ framework }) => framework !== undefined)?.framework,
    tests: reports.flatMap(({ tests }) => tests),
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    notRun: reports.flatMap(({ notRun }) => notRun),
  }

  async function runFolder(folder: string, files: readonly string[]): Promise<ProgramReport> {
    const params = { folder: join(dir ?? '', folder), files: files.map((file) => relative(folder, file)) }
    return toReport(await runtime.run(asked, { action: 'test', params }, { ...options, timeoutSeconds }), files)
  }
}

function toReport({ status, data, errors }: SkillResponse, files: readonly string[]): ProgramReport {
  const [error] = errors ?? []
  if (status === 'failed' || !isAnswer(data)) {
    const why = error === undefined ? 'what ran them gave no answer' : `${error.code}: ${error.message}`
    const hint = error?.suggested_action === undefined ? '' : ` (${error.suggested_action})`
    return { framework: undefined, tests: [], passed: 0, failed: 0, notRun: [`${files.join(', ')}: ${why}${hint}`] }
  }
  const count = (outcome: TestedProgram['outcome']) => data.tests.filter((test) => test.outcome === outcome).length
  const notRun = data.tests.filter(({ outcome }) => outcome === 'not-run')
  return {
    ...data,
    passed: count('passed'),
    failed: count('failed'),
    notRun: notRun.map(({ name, message }) => `${name}: ${message}`),
  }
}

/** The test files of a skill; of a script those that bear its name, beside it or in `tests`. */
async function testFiles({ dialect, entry, dir }: Skill): Promise<string[]> {
  if (dir === undefined) return []
  if (dialect !== 'script') {
    const { files } = await readFiles(dir)
    return [...files.keys()].filter((file) => /(?:^|\/)(?:test_[^/]+|[^/]+_test)\.py$/.test(file))
  }
  const { dir: beside, name } = parse(entry?.path ?? '')
  const candidates = [beside, 'tests'].flatMap((folder) =>
    [`test_${name}.py`, `${name}_test.py`].map((file) => join(folder, file)),
  )
  return [...new Set(candidates)].filter((file) => existsSync(join(dir, file)))
}

/** Where a test is started: tests in `tests` expect the skill's folder, others their own. */
function folderOf(file: string): string {
  return /^tests\//.test(file) ? '.' : dirname(file)
}

/** The skill with our runner as its script, whose answers are not those of its contract. */
function asTests(skill: Skill, dir: string, files: readonly string[]): Skill {
  // Beside a script that stands alone nothing is seen that is not named.
  const beside = standsAlone(skill) ? files.map((file) => join(dir, file)) : []
  const manifest = { runtime: { tier: 'spawn' } }
  return withRunner({ ...skill, contract: undefined, contractSource: undefined, manifest }, RUNNER, beside)
}

function isAnswer(data: unknown): data is { framework: string; tests: TestedProgram[] } {
  return isObject(data) && ANSWER.check(data, { policy: 'strict' }).ok
}
