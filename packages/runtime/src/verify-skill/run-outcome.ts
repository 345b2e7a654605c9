import type { SkillResponse } from '@skillwright/contract'
import type { RunStage } from '../run-request.ts'

/**
 * What one run showed: the skill succeeded, refused with a code of its own, or broke its promise; the contract refused the
 * input before the skill saw it; or the host could not run the skill, which says nothing about it.
 */
export type RunOutcome = 'answered' | 'refused' | 'broken' | 'guarded' | 'unavailable'

/** Answers that no input which the contract allows may lead to. */
const BROKEN = new Set([
  'INVALID_OUTPUT',
  'TOOL_EXECUTION_FAILED',
  'TOOL_TIMEOUT',
  'OUTPUT_TOO_LARGE',
  'RESOURCE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'UNKNOWN_ACTION',
])
/** What a contract says to an input. */
const GUARDED = new Set([
  'INVALID_INPUT',
  'MISSING_REQUIRED_PARAM',
  'PARAM_OUT_OF_RANGE',
  'UNKNOWN_ACTION',
  'INCOMPATIBLE_VERSION',
  'INPUT_TOO_LARGE',
])

/** Tells whose answer it was from how far the run came, never from its code alone: a skill may answer with any code. */
export function outcomeOf(response: SkillResponse, stage: RunStage | undefined): RunOutcome {
  const code = codeOf(response)
  if (stage === undefined) return GUARDED.has(code) ? 'guarded' : 'unavailable'
  if (stage === 'accepted' || code === 'CANCELLED' || wasNeverExecuted(response)) return 'unavailable'
  const { status, data } = response
  // The contract is not asked about a partial success without data: it shows no more than a failure does.
  if (status === 'success' || (status === 'partial_success' && (data ?? null) !== null)) return 'answered'
  return BROKEN.has(code) ? 'broken' : 'refused'
}

// A shell's way of saying that there is no such program, or that it cannot be executed.
const NO_PROGRAM = new Set<unknown>([126, 127])

/** True when a process was started and the skill's own program, or its interpreter, could not be. */
function wasNeverExecuted({ errors }: SkillResponse): boolean {
  const { code, details = {} } = errors?.[0] ?? {}
  if (code !== 'TOOL_EXECUTION_FAILED') return false
  return NO_PROGRAM.has(details.exit_code) || /^(?:bwrap|sandbox): /m.test(String(details.stderr ?? ''))
}

/** The code of a response's first error; empty when it has none. */
export function codeOf({ errors }: SkillResponse): string {
  return errors?.[0]?.code ?? ''
}

/** What a response's first error says, with the last line that the script wrote about it. */
export function messageOf({ errors }: SkillResponse): string {
  const { message = '', details } = errors?.[0] ?? {}
  const stderr = typeof details?.stderr === 'string' ? details.stderr.trim().split('\n').at(-1) : undefined
  return stderr ? `${message} (${stderr})` : message
}

/** A response's first error in words. */
export function problemOf(response: SkillResponse): string {
  return `${codeOf(response)}: ${messageOf(response)}`
}
