import { SkillError } from '@skillwright/contract'
import { packageStatement, type Statement } from '@skillwright/skill'
import type { VerifyReport } from './verify-report.ts'

/** The claim that a package was tried out, and what was seen. */
export const VERIFY_PREDICATE = 'https://skillwright.dev/attestations/verify/v1'

/**
 * Makes the in-toto statement about a verification: the package's digest, what was tried and how it was contained, the seed,
 * and the counts of every action and check. Throws INVALID_INPUT when nothing was proven either way: then there is nothing to state.
 */
export function verifyStatement(report: VerifyReport, { at = new Date() }: { at?: Date } = {}): Statement {
  const { digest, subject, seed, runs, containment, actions, checks, outcome, ok } = report
  if (outcome === 'unavailable')
    throw new SkillError(
      'INVALID_INPUT',
      'Expected a verification that passed or failed, got one that could not be made',
    )
  const about = packageStatement(report, digest)
  return {
    ...about,
    predicateType: VERIFY_PREDICATE,
    predicate: {
      ...about.predicate,
      ok,
      outcome,
      subject,
      seed,
      runs,
      containment: containment ?? null,
      actions,
      checks: Object.fromEntries(
        checks.map(({ name, outcome: seen, passed, failed, notes }) => [
          name,
          { outcome: seen, passed, failed, notes },
        ]),
      ),
      verified_at: at.toISOString(),
    },
  }
}
