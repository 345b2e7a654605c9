import { failed, type SchemaChecker, SkillError, type SkillResponse } from '@skillwright/contract'

/** The response if its data is what the contract promises, else a failed one. */
export function checkOutput(output: SchemaChecker | undefined, response: SkillResponse): SkillResponse {
  if (output === undefined || response.status === 'failed') return response
  const { ok, value, issues } = output.check(response.data, { policy: 'strict' })
  if (ok) return value === response.data ? response : { ...response, data: value }
  return failed(
    new SkillError('INVALID_OUTPUT', `The answer breaks the contract: ${issues[0]?.message}`, {
      details: { validation_errors: issues },
    }),
  )
}
