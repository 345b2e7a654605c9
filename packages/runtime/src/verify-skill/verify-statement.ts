import { packageStatement, type Statement } from '@skillwright/skill'
import type { VerifyReport } from './verify-report.ts'

/** The claim that a package was tried out, and what was seen. */
export const VERIFY_PREDICATE = 'https://skillwright.dev/attestations/verify/v1'

/** Makes the in-toto statement about a verification: the package's digest, the seed, and the counts of every check. */
export function verifyStatement(report: VerifyReport, { at = new Date() }: { at?: Date } = {}): Statement {
  const { digest, seed, runs, contained, checks, ok } = report
  const about = packageStatement(report, digest)
  return {
    ...about,
    predicateType: VERIFY_PREDICATE,
    predicate: {
      ...about.predicate,
      ok,
      seed,
      runs,
      contained,
      checks: Object.fromEntries(checks.map(({ name, passed, failed }) => [name, { passed, failed }])),
      verified_at: at.toISOString(),
    },
  }
}
