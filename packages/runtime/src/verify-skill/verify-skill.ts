import { resolve } from 'node:path'
import { isErrorCode, SkillError } from '@skillwright/contract'
import { digestFiles, packSkill, readFiles, type Skill } from '@skillwright/skill'
import type { RefusedHost } from '../contain/egress-proxy.ts'
import type { Runtime } from '../create-runtime.ts'
import { MAX_OUTPUT_BYTES } from '../run-child.ts'
import { casesOf, testSkill, whySkipped } from '../test-skill/test-skill.ts'
import { checkIdempotency, checkInvalidInputs, checkValidInputs } from './check-generated.ts'
import { type ObservedRuns, observeRuns } from './observe-runs.ts'
import { toCheck, type VerifyCheck, type VerifyReport } from './verify-report.ts'

/** Options of verifySkill. */
export interface VerifyOptions {
  /** The same seed tries the same inputs. */
  readonly seed?: number
  /** Generated inputs of each kind for each action. */
  readonly runs?: number
  /** Whether the runtime contains what it runs; what is signed says so. */
  readonly contained?: boolean
  /** Attempts to reach hosts that the launch refused; it goes on filling the list while the skill runs. */
  readonly refused?: readonly RefusedHost[]
  readonly signal?: AbortSignal
  /** Told of each check as it ends. */
  readonly onCheck?: (check: VerifyCheck) => void
}

/** Tries a skill out: its examples, generated inputs, repeats, limits, and what it did beside answering. Throws when it cannot be run here. */
export async function verifySkill(
  skill: Skill,
  runtime: Runtime,
  { seed = 0, runs: count = 20, contained = true, refused = [], signal, onCheck }: VerifyOptions = {},
): Promise<VerifyReport> {
  const digest = await digestOf(skill)
  const runs = observeRuns(runtime, signal)
  await refuseUnrunnable(skill, runs)
  const generated = { runs, seed, count }
  const checks: VerifyCheck[] = []
  for (const check of [
    () => checkExamples(skill, runs),
    () => checkValidInputs(skill, generated),
    () => checkInvalidInputs(skill, generated),
    () => checkIdempotency(skill, generated),
    () => checkLimits(skill, runs),
    () => checkUndeclared(skill, digest, { contained, refused }),
  ]) {
    const done = await check()
    checks.push(done)
    onCheck?.(done)
  }
  const ok = checks.every(({ failed }) => failed === 0)
  return { id: skill.id, version: skill.version, digest, seed, runs: count, contained, checks, ok }
}

/** The digest of the package; an agent's script has no package of its own, so its whole folder counts. */
async function digestOf({ dir, dialect, id }: Skill): Promise<string> {
  if (dir === undefined) throw new SkillError('INVALID_INPUT', `${id} is not in a folder, so it cannot be run`)
  return dialect === 'script'
    ? digestFiles((await readFiles(resolve(dir))).files).digest
    : (await packSkill(dir)).digest
}

/** Says at once when the machine, and not the skill, is what would fail every check. */
async function refuseUnrunnable(skill: Skill, runs: ObservedRuns): Promise<void> {
  const skipped = whySkipped(skill)
  if (skipped !== undefined)
    throw new SkillError('TOOL_NOT_AVAILABLE', `${skill.id} cannot be tried out: ${skipped}`, {
      hint: 'Only a skill that a machine answers for can be verified',
    })
  const [example] = (await casesOf(skill)).cases
  const { action, input } = example ?? {}
  const { errors } = await runs.run(skill, { params: input ?? {}, ...(action === undefined ? {} : { action }) })
  const [error] = errors ?? []
  const isMachine = error?.code === 'SANDBOX_UNAVAILABLE' || error?.code === 'TOOL_NOT_AVAILABLE'
  if (error !== undefined && isMachine && isErrorCode(error.code))
    throw new SkillError(error.code, error.message, error.suggested_action ? { hint: error.suggested_action } : {})
}

async function checkExamples(skill: Skill, runs: ObservedRuns): Promise<VerifyCheck> {
  const runtime = { run: runs.run, [Symbol.asyncDispose]: async () => undefined }
  const { results, passed, findings } = await testSkill(skill, runtime)
  const failures = results
    .filter(({ problems }) => problems.length > 0)
    .map(({ case: { name, action, input }, problems, diff }) => ({
      problem: [`${name}: ${problems.join('; ')}`, ...diff.slice(0, 20)].join('\n      '),
      ...(action === undefined ? {} : { action }),
      input,
    }))
  const unreadable = findings.map(({ message }) => ({ problem: message }))
  return toCheck('examples', passed, [...failures, ...unreadable])
}

// A moment in which hardly any process has even started.
const NO_TIME_SECONDS = 0.02
// The second that ending it may take, and room for a busy machine.
const KILLED_WITHIN_MS = 2_000

/** Looks whether any run met a limit; and ends one at once, to see whether it is over then. */
async function checkLimits(skill: Skill, { run, seen }: ObservedRuns): Promise<VerifyCheck> {
  const { slowestMs, largestBytes } = seen
  const failures = [...seen.limits].map(([code, times]) => ({ problem: `${times} runs ended with ${code}` }))
  const isWithin = failures.length === 0
  const [example] = (await casesOf(skill)).cases
  const { action, input } = example ?? {}
  const request = { params: input ?? {}, ...(action === undefined ? {} : { action }) }
  const started = performance.now()
  await run(skill, request, { timeoutSeconds: NO_TIME_SECONDS })
  const ms = Math.round(performance.now() - started)
  const isPrompt = ms <= KILLED_WITHIN_MS
  if (!isPrompt) failures.push({ problem: `A run of ${NO_TIME_SECONDS} s was over after ${ms} ms only` })
  const notes = [`slowest run ${slowestMs} ms, largest answer ${largestBytes} of ${MAX_OUTPUT_BYTES} bytes`]
  return toCheck('limits', Number(isWithin) + Number(isPrompt), failures, notes)
}

/** Looks at what the runs did beside answering: hosts they tried to reach, and what they left in the skill's own folder. */
async function checkUndeclared(
  skill: Skill,
  digest: string,
  { contained, refused }: Required<Pick<VerifyOptions, 'contained' | 'refused'>>,
): Promise<VerifyCheck> {
  const tried = [
    ...new Set(refused.filter(({ reason }) => reason !== 'unreachable').map(({ host, port }) => `${host}:${port}`)),
  ]
  const changed = (await digestOf(skill)) !== digest
  const failures = [
    ...tried.map((host) => ({ problem: `It tried to reach ${host}, which it does not declare` })),
    ...(changed ? [{ problem: 'The runs changed files in the folder of the skill' }] : []),
  ]
  const notes = contained ? [] : ['it ran without a sandbox, so hosts it reached were not seen']
  return toCheck('undeclared', Number(tried.length === 0) + Number(!changed), failures, notes)
}
