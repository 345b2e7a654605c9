import { type ScanFinding, type Skill, scanSkill } from '@skillwright/skill'
import type { RefusedHost } from '../contain/egress-proxy.ts'
import { MAX_OUTPUT_BYTES } from '../run-child.ts'
import { casesOf, testSkill } from '../test-skill/test-skill.ts'
import type { ObservedRuns } from './observe-runs.ts'
import type { VerifiedCopy } from './verified-copy.ts'
import { toCheck, type VerifyCheck } from './verify-report.ts'

/** Runs the cases that the skill brings along. */
export async function checkExamples(skill: Skill, runs: ObservedRuns): Promise<VerifyCheck> {
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
const ATTEMPTS = 3

/** Looks whether any run met a limit; and ends one at once, to see whether it is over then. */
export async function checkLimits(skill: Skill, { run, seen }: ObservedRuns): Promise<VerifyCheck> {
  const { slowestMs, largestBytes } = seen
  const failures = [...seen.limits].map(([code, times]) => ({ problem: `${times} runs ended with ${code}` }))
  const isWithin = failures.length === 0
  const request = await firstRequest(skill)
  const times: number[] = []
  // What cannot be ended is slow each time; a busy machine is not.
  while (times.length < ATTEMPTS && Math.min(...times, Infinity) > KILLED_WITHIN_MS) {
    const started = performance.now()
    await run(skill, request, { timeoutSeconds: NO_TIME_SECONDS })
    times.push(Math.round(performance.now() - started))
  }
  const best = Math.min(...times)
  const isPrompt = best <= KILLED_WITHIN_MS
  if (!isPrompt) failures.push({ problem: `A run of ${NO_TIME_SECONDS} s was over after ${best} ms only` })
  const notes = [`slowest run ${slowestMs} ms, largest answer ${largestBytes} of ${MAX_OUTPUT_BYTES} bytes`]
  return toCheck('limits', Number(isWithin) + Number(isPrompt), failures, notes)
}

/**
 * Looks at what the runs did beside answering: hosts they tried to reach, and what they left in the skill's own folder.
 * Programs and variables leave no trace outside of the sandbox, so those are looked for in the code.
 */
export async function checkUndeclared(
  copy: VerifiedCopy,
  { contained, refused }: { contained: boolean; refused: readonly RefusedHost[] },
): Promise<VerifyCheck> {
  const undeclared = refused.filter(({ reason }) => reason !== 'unresolved')
  const tried = [...new Set(undeclared.map(({ host, port }) => `${host}:${port}`))]
  const isChanged = await copy.hasChanged()
  const inCode = await undeclaredInCode(copy.skill)
  const failures = [
    ...inCode.map(({ message, file, line }) => ({ problem: `${file}:${line ?? 1}: ${message}` })),
    ...tried.map((host) => ({ problem: `It tried to reach ${host}, which it does not declare` })),
    ...(isChanged ? [{ problem: 'The runs changed files in the folder of the skill' }] : []),
  ]
  const notes = contained ? [] : ['it ran without a sandbox, so hosts it reached were not seen']
  const passed = [tried.length === 0, !isChanged, inCode.length === 0].filter(Boolean).length
  return toCheck('undeclared', passed, failures, notes)
}

/** What the scripts of a package do that its permissions do not list; an agent's script has none of its own. */
async function undeclaredInCode({ dir, dialect }: Skill): Promise<readonly ScanFinding[]> {
  if (dir === undefined || dialect === 'script') return []
  const { findings } = await scanSkill(dir)
  return findings.filter(({ rule, suppressed }) => rule.startsWith('scan/undeclared-') && suppressed === undefined)
}

/** A call that should work: the first of the skill's own cases. */
export async function firstRequest(skill: Skill): Promise<{ action?: string; params: unknown }> {
  const [example] = (await casesOf(skill)).cases
  const { action, input = {} } = example ?? {}
  return { params: input, ...(action === undefined ? {} : { action }) }
}
