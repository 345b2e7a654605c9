import { isErrorCode, SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { RefusedHost } from '../contain/egress-proxy.ts'
import type { Runtime } from '../create-runtime.ts'
import { whySkipped } from '../test-skill/test-skill.ts'
import { checkExamples, checkLimits, checkUndeclared, firstRequest } from './check-behaviour.ts'
import { checkIdempotency, checkInvalidInputs, checkValidInputs } from './check-generated.ts'
import { type ObservedRuns, observeRuns } from './observe-runs.ts'
import { verifiedCopy } from './verified-copy.ts'
import type { VerifyCheck, VerifyReport } from './verify-report.ts'

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
  await using copy = await verifiedCopy(skill)
  const runs = observeRuns(runtime, signal)
  await refuseUnrunnable(skill, copy.skill, runs)
  const generated = { runs, seed, count }
  const checks: VerifyCheck[] = []
  for (const check of [
    () => checkExamples(copy.skill, runs),
    () => checkValidInputs(copy.skill, generated),
    () => checkInvalidInputs(copy.skill, generated),
    () => checkIdempotency(copy.skill, generated),
    () => checkLimits(copy.skill, runs),
    () => checkUndeclared(copy, { contained, refused }),
  ]) {
    const done = await check()
    checks.push(done)
    onCheck?.(done)
  }
  const ok = checks.every(({ failed }) => failed === 0)
  return { id: skill.id, version: skill.version, digest: copy.digest, seed, runs: count, contained, checks, ok }
}

/** Says at once when the machine, and not the skill, is what would fail every check. */
async function refuseUnrunnable(skill: Skill, copy: Skill, runs: ObservedRuns): Promise<void> {
  const skipped = whySkipped(skill)
  if (skipped !== undefined)
    throw new SkillError('TOOL_NOT_AVAILABLE', `${skill.id} cannot be tried out: ${skipped}`, {
      hint: 'Only a skill that a machine answers for can be verified',
    })
  const [error] = (await runs.run(copy, await firstRequest(copy))).errors ?? []
  const isMachine = error?.code === 'SANDBOX_UNAVAILABLE' || error?.code === 'TOOL_NOT_AVAILABLE'
  if (error === undefined || !isMachine || !isErrorCode(error.code)) return
  // What to do is to be done with the skill, not with a copy that is gone by then.
  const hint = error.suggested_action?.replaceAll(copy.dir ?? '\0', skill.dir ?? '')
  throw new SkillError(error.code, error.message, hint === undefined ? {} : { hint })
}
