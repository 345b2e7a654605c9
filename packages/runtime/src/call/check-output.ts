import { failed, type SchemaChecker, SkillError, type SkillResponse } from '@skillwright/contract'

/** The response if its data is what the contract promises, else a failed one. A partial success may have no data (document A). */
export function checkOutput(output: SchemaChecker | undefined, response: SkillResponse): SkillResponse {
  const { status, data = null } = response
  if (output === undefined || status === 'failed' || (status === 'partial_success' && data === null)) return response
  const { ok, value, issues } = output.check(data, { policy: 'strict' })
  if (ok) return value === data ? response : { ...response, data: value }
  return failed(
    new SkillError('INVALID_OUTPUT', `The answer breaks the contract: ${issues[0]?.message}`, {
      details: { validation_errors: issues },
    }),
  )
}
