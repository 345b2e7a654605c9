import type { Finding, SkillResponse } from '@skillwright/contract'
import { judgeCase, readSkillCases, type Skill, type SkillCase } from '@skillwright/skill'
import type { Runtime } from '../call/create-runtime.ts'
import { answerSource } from '../kinds/callee-of.ts'
import type { RunStage } from '../run-request.ts'
import { outcomeOf } from '../verify-skill/run-outcome.ts'
import { diffJson } from './diff-json.ts'

/** What became of one case. */
export interface CaseResult {
  readonly case: SkillCase
  readonly response: SkillResponse
  /** False when the host could not run it, which says nothing about the skill. */
  readonly isRun: boolean
  /** Why it failed, in sentences; empty when it passed. */
  readonly problems: readonly string[]
  /** What differs, line by line, when another answer was expected. */
  readonly diff: readonly string[]
}

/** What became of a skill's own cases. */
export interface TestReport {
  readonly results: readonly CaseResult[]
  readonly passed: number
  readonly failed: number
  /** Cases that this machine could not run: neither passed nor failed. */
  readonly notRun: number
  /** Why nothing was run, when nothing can be. */
  readonly skipped: string | undefined
  /** Cases that cannot be read. */
  readonly findings: readonly Finding[]
}

/** Options of testSkill. */
export interface TestOptions {
  readonly signal?: AbortSignal
  readonly timeoutSeconds?: number
  /** Called with each case as it ends. */
  readonly onResult?: (result: CaseResult) => void
}

/** Runs the calls that a skill brings along in `prompts/examples` and `tests`, and compares the answers. */
export async function testSkill(
  skill: Skill,
  runtime: Pick<Runtime, 'run'>,
  { onResult, ...options }: TestOptions = {},
): Promise<TestReport> {
  const { cases, findings } = await readSkillCases(skill)
  const skipped = whySkipped(skill)
  if (skipped !== undefined) return { results: [], passed: 0, failed: 0, notRun: 0, skipped, findings }
  const results = await Promise.all(
    cases.map(async (one) => {
      const { action, input } = one
      const request = { params: input, ...(action === undefined ? {} : { action }) }
      let stage: RunStage | undefined
      const onStage = (reached: RunStage) => {
        stage = reached
      }
      const response = await runtime.run(skill, request, { ...options, onStage })
      const result = { ...judge(one, response), isRun: outcomeOf(response, stage) !== 'unavailable' }
      onResult?.(result)
      return result
    }),
  )
  const wrong = results.filter(({ problems }) => problems.length > 0)
  const failed = wrong.filter(({ isRun }) => isRun).length
  const passed = results.length - wrong.length
  return { results, passed, failed, notRun: wrong.length - failed, skipped, findings }
}

/** Why a skill cannot be tried out by a machine; undefined when it can. */
function whySkipped(skill: Skill): string | undefined {
  if (answerSource(skill) === 'person') return 'a person answers it'
  return isOnlyText(skill) ? 'it has no script to run' : undefined
}

/** True for a skill that a model reads and nothing answers for: no script, no service, no documents to search. */
export function isOnlyText(skill: Skill): boolean {
  return answerSource(skill) === 'process' && skill.entry === undefined && skill.capabilityType !== 'knowledge'
}

function judge(one: SkillCase, response: SkillResponse): Omit<CaseResult, 'isRun'> {
  const problems = judgeCase(one, response)
  const isOther = 'output' in one.expect && response.status !== 'failed' && problems.length > 0
  if (!isOther) return { case: one, response, problems, diff: [] }
  return {
    case: one,
    response,
    problems: ['The answer is another one than expected'],
    diff: diffJson('output' in one.expect ? one.expect.output : undefined, response.data),
  }
}
