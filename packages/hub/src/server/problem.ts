import { errorEntry, type SkillError } from '@skillwright/contract'
import type { PROBLEM, Wire } from '@skillwright/hub-api'

/** Writes an error as a problem document; its details become further members. */
export function problemOf(
  error: SkillError,
  requestId: string,
  { status = errorEntry(error.code).status }: { readonly status?: number } = {},
): Wire<typeof PROBLEM> {
  return {
    ...error.details,
    type: `urn:skillwright:error:${error.code}`,
    title: errorEntry(error.code).meaning,
    status,
    detail: error.message,
    code: error.code,
    hint: error.hint,
    ...(error.findings.length > 0 ? { findings: error.findings } : {}),
    request_id: requestId,
  }
}
