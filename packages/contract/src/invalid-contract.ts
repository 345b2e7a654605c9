import type { Finding } from './finding.ts'
import { SkillError } from './skill-error.ts'

/** The error for a document that a check found wrong: `what` is said of it, then the first finding and how many more there are. */
export function invalidContract(what: string, findings: readonly Finding[]): SkillError {
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return new SkillError('INVALID_CONTRACT', `${what}: ${findings[0]?.message ?? 'it is no object'}${more}`, {
    findings,
  })
}
