import { openSchema } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { testPrograms } from '../test-skill/test-programs.ts'
import { type CaseResult, testSkill } from '../test-skill/test-skill.ts'
import { couldBeWrong } from './could-be-wrong.ts'
import { problemOf } from './run-outcome.ts'
import { actionOfCase, type TriedSkill } from './tried-skill.ts'
import { type CheckResult, toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/** Runs the cases and the test programs that the skill brings along; also says of which actions a case showed an output that came out right. */
export async function checkExamples(tried: TriedSkill): Promise<{ check: VerifyCheck; shown: ReadonlySet<string> }> {
  const { skill, runs } = tried
  const { results, findings } = await testSkill(skill, {
    run: async (one, request, options) => (await runs.run(one, request ?? {}, options)).response,
  })
  const failures = results.filter(({ isRun, problems }) => isRun && problems.length > 0).map(toFailure)
  const obstacles = results
    .filter(({ isRun }) => !isRun)
    .map(({ case: { name }, response }) => `${name}: ${problemOf(response)}`)
  const programs = await runPrograms(tried)
  const check = toCheck('examples', {
    passed: results.length - failures.length - obstacles.length + programs.passed,
    failures: [...failures, ...findings.map(({ message }) => ({ problem: message })), ...programs.failures],
    obstacles,
    notes: programs.notes,
  })
  return { check, shown: shownActions(skill, results) }
}

/** What needs a framework or packages that are not here is no reason to doubt the skill; the report names it. */
async function runPrograms({ skill, runs }: TriedSkill): Promise<Required<Omit<CheckResult, 'obstacles'>>> {
  const report = await testPrograms(skill, { run: runs.runTests })
  const { tests, passed, notRun } = report ?? { tests: [], passed: 0, notRun: [] }
  return {
    passed,
    failures: tests
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ name, message }) => ({ problem: `${name}: ${message}` })),
    notes: notRun.map((why) => `test program not run: ${why}`),
  }
}

function toFailure({ case: { name, action, input }, problems, diff, response }: CaseResult): VerifyFailure {
  const { status, data, errors } = response
  return {
    problem: [`${name}: ${problems.join('; ')}`, ...diff.slice(0, 20)].join('\n      '),
    ...(action === undefined ? {} : { action }),
    input,
    answer: { status, data, errors },
  }
}

/** The actions of which a passed case says what the output holds. */
function shownActions(skill: Skill, results: readonly CaseResult[]): Set<string> {
  const right = results.filter((result) => result.problems.length === 0 && saysOutput(result))
  return new Set(right.map((result) => actionOfCase(skill, result.case) ?? ''))
}

function saysOutput({ case: { expect }, response: { data } }: CaseResult): boolean {
  if ('output' in expect) return couldBeWrong(openSchema({ const: data }), data)
  return 'match' in expect && couldBeWrong(openSchema(expect.match), data)
}
