import { SkillError } from '@skillwright/contract'

/** Why a call was stopped by its caller's signal, as an error: out of time, or cancelled. */
export function stopReason({ reason }: AbortSignal): SkillError {
  if (reason instanceof SkillError) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new SkillError('TOOL_TIMEOUT', 'The caller allowed no more time')
  return new SkillError('CANCELLED', 'The operation was cancelled')
}
