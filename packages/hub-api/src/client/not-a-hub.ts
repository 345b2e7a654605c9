import { SkillError } from '@skillwright/contract'

/** The error for answers that no hub gives. */
export function notAHub(message: string, cause?: unknown): SkillError {
  return new SkillError('EXTERNAL_SERVICE_ERROR', message, {
    hint: 'Check that this is the address of a Skillwright hub',
    cause,
  })
}
