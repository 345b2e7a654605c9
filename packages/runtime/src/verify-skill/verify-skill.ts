import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { readSkillCases, type Skill } from '@skillwright/skill'
import type { Runtime } from '../call/create-runtime.ts'
import { type ContainmentLevel, describeContainment } from '../contain/detect-containment.ts'
import { howToGetBwrap } from '../contain/how-to-contain.ts'
import { isOnlyText } from '../test-skill/test-skill.ts'
import { checkDocuments } from './check-documents.ts'
import { checkExamples } from './check-examples.ts'
import { checkIdempotency } from './check-idempotency.ts'
import { checkInvalidInputs } from './check-invalid-inputs.ts'
import { checkLimits } from './check-limits.ts'
import { checkUndeclared } from './check-undeclared.ts'
import { checkValidInputs } from './check-valid-inputs.ts'
import { findObstacle } from './find-obstacle.ts'
import { OutOfTime, observeRuns, type SeenCall } from './observe-runs.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import { type VerifiedCopy, verifiedCopy } from './verified-copy.ts'
import {
  type ActionRuns,
  type CheckName,
  type Obstacle,
  outcomeOfChecks,
  toCheck,
  type VerifyCheck,
  type VerifyReport,
} from './verify-report.ts'

/** Options of verifySkill. */
export interface VerifyOptions {
  /** The same seed tries the same inputs; another one each time when absent. */
  readonly seed?: number
  /** Generated inputs of each kind for each action, at least one. */
  readonly runs?: number
  /** What is not checked within this time stays unchecked. */
  readonly deadlineMs?: number
  /** Runs nothing unless the sandbox also filters system calls: for packages of unknown authors. */
  readonly requireFilter?: boolean
  /** The path at which the sandbox shows it, as in every other run; where it is, when absent. */
  readonly shownAt?: string
  readonly signal?: AbortSignal
  /** Called with each check as it ends. */
  readonly onCheck?: (check: VerifyCheck) => void
}

const DEADLINE_MS = 10 * 60_000

/**
 * Tries a skill out: its examples, generated inputs, repeats, limits, and what it does beside answering; of a skill that is
 * only text it checks the documents. What cannot be checked here is `unavailable`, never passed.
 */
export async function verifySkill(skill: Skill, runtime: Runtime, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { seed = randomInt(2 ** 31), runs = 20 } = options
  if (!Number.isSafeInteger(runs) || runs < 1)
    throw new SkillError('INVALID_INPUT', `runs must be a whole number, 1 or more, got ${runs}`)
  await using copy = await verifiedCopy(skill)
  const about = { id: skill.id, version: skill.version, digest: copy.digest, seed, runs }
  if (isOnlyText(skill)) {
    const checks = await checkDocuments(copy.skill)
    for (const check of checks) options.onCheck?.(check)
    return toReport({ ...about, subject: 'documents', containment: undefined, actions: {}, checks })
  }
  const level = await runtime.containment()
  const containment = { kind: level.kind, system_call_filter: level.systemCallFilter }
  const obstacle = options.requireFilter === true ? missingFilter(level) : undefined
  const seen =
    obstacle === undefined
      ? await tryAnswers({ ...options, seed, runs }, { skill, copy, runtime })
      : { actions: {}, checks: [], obstacle }
  return toReport({ ...about, subject: 'answers', containment, ...seen })
}

function toReport(report: Omit<VerifyReport, 'outcome' | 'ok'>): VerifyReport {
  const outcome = outcomeOfChecks(report.checks)
  return { ...report, outcome, ok: outcome === 'pass' }
}

function missingFilter(level: ContainmentLevel): Obstacle | undefined {
  if (level.systemCallFilter) return undefined
  return {
    code: 'SANDBOX_UNAVAILABLE',
    message: `Expected a sandbox with a system call filter, which bubblewrap gives; what is run here is ${describeContainment(level)}`,
    hint: `On the machine that verifies: ${howToGetBwrap()}; \`skillwright doctor\` shows what is there`,
  }
}

async function tryAnswers(
  options: VerifyOptions & { seed: number; runs: number },
  { skill, copy, runtime }: { readonly skill: Skill; readonly copy: VerifiedCopy; readonly runtime: Runtime },
): Promise<Pick<VerifyReport, 'actions' | 'checks'> & { obstacle?: Obstacle }> {
  const { seed, runs: count, deadlineMs = DEADLINE_MS, signal, onCheck, shownAt = resolve(skill.dir ?? '') } = options
  const { kind } = await runtime.containment()
  // Without a sandbox the copy itself is run, and may be changed.
  const place = kind === 'none' ? {} : { digest: copy.digest, shownAt }
  const setup = { signal, deadline: AbortSignal.timeout(deadlineMs), dataDir: copy.dataDir, place }
  const runs = observeRuns(runtime, setup)
  const { cases } = await readSkillCases(copy.skill)
  const tried: TriedSkill = { skill: copy.skill, runs, seed, count, cases }
  const checks: VerifyCheck[] = []
  const outOfTime = (thrown: unknown) => {
    if (thrown instanceof OutOfTime) return `The ${deadlineMs / 1_000} s for all of it were over`
    throw thrown
  }
  const check = async (name: CheckName, work: () => Promise<VerifyCheck>) => {
    const done = await work().catch((thrown) => toCheck(name, { passed: 0, obstacles: [outOfTime(thrown)] }))
    checks.push(done)
    onCheck?.(done)
  }
  const obstacle = await findObstacle(skill, tried).catch((thrown) => ({
    code: 'TOOL_TIMEOUT',
    message: outOfTime(thrown),
  }))
  if (obstacle !== undefined) return { actions: {}, checks, obstacle }
  let shown: ReadonlySet<string> = new Set()
  await check('examples', async () => {
    const examples = await checkExamples(tried)
    shown = examples.shown
    return examples.check
  })
  await check('valid-inputs', () => checkValidInputs(tried, shown))
  await check('invalid-inputs', () => checkInvalidInputs(tried))
  await check('idempotency', () => checkIdempotency(tried))
  await check('limits', () => checkLimits(tried))
  await check('undeclared', () => checkUndeclared(copy, runtime, { runs, ...setup }))
  return { actions: countRuns(copy.skill, runs.seen.calls), checks }
}

function countRuns(skill: Skill, calls: readonly SeenCall[]): Record<string, ActionRuns> {
  return Object.fromEntries(
    actionsOf(skill).map(({ name }) => {
      const own = calls.filter(({ action }) => action === name)
      const count = (outcome: keyof ActionRuns) => own.filter((call) => call.outcome === outcome).length
      return [
        name,
        {
          answered: count('answered'),
          refused: count('refused'),
          broken: count('broken'),
          unavailable: count('unavailable'),
        },
      ]
    }),
  )
}
