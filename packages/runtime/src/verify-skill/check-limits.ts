import { counted } from '@skillwright/contract'
import { MAX_OUTPUT_BYTES } from '../answer/run-child.ts'
import type { TriedSkill } from './tried-skill.ts'
import { toCheck, type VerifyCheck } from './verify-report.ts'

// A moment in which hardly any process has even started.
const NO_TIME_SECONDS = 0.02
// The second that ending it may take, and room for a busy machine.
const KILLED_WITHIN_MS = 2_000
const ATTEMPTS = 3

/** Looks whether any run met a limit; and ends one at once, to see whether it is over then. */
export async function checkLimits({ skill, runs }: TriedSkill): Promise<VerifyCheck> {
  const { calls, slowestMs, largestBytes, limits } = runs.seen
  const failures = [...limits].map(([code, times]) => ({ problem: `${counted(times, 'run')} ended with ${code}` }))
  const isWithin = failures.length === 0
  const [call] = calls.filter(({ outcome }) => outcome !== 'unavailable')
  if (call === undefined) return toCheck('limits', { passed: 0, failures, obstacles: ['No run came far enough'] })
  const { action, input } = call
  const times: number[] = []
  // What cannot be ended is slow each time; a busy machine is not.
  while (times.length < ATTEMPTS && Math.min(...times, Infinity) > KILLED_WITHIN_MS) {
    const started = performance.now()
    await runs.runBare(skill, { action, params: input }, { timeoutSeconds: NO_TIME_SECONDS })
    times.push(Math.round(performance.now() - started))
  }
  const best = Math.min(...times)
  const isPrompt = best <= KILLED_WITHIN_MS
  if (!isPrompt) failures.push({ problem: `A run of ${NO_TIME_SECONDS} s was over after ${best} ms only` })
  const notes = [`slowest run ${slowestMs} ms, largest answer ${largestBytes} of ${MAX_OUTPUT_BYTES} bytes`]
  return toCheck('limits', { passed: Number(isWithin) + Number(isPrompt), failures, notes })
}
