import type { Finding, Severity } from '@skillwright/contract'
import type { Profile } from './profile.ts'

/** The severity of a rule where nobody asked for the letter of a standard: tolerable for readers, or not at all. */
const TOLERATED: Readonly<Record<string, Severity>> = {
  'skill/unexpected-field': 'warning',
  'skill/strict-yaml': 'warning',
  'skill/compatibility': 'warning',
  'skill/name-format': 'warning',
  'skill/name-folder': 'warning',
  'skill/description-length': 'warning',
  'skill/version-format': 'warning',
  'skill/bom': 'warning',
  'skill/encoding': 'warning',
  'skill/placeholder-description': 'error',
  // The standard's validator does not look at these; what is not read cannot be packed.
  'skill/link': 'error',
  'skill/special-file': 'error',
  'skill/too-deep': 'error',
  'skill/too-many-files': 'error',
  'skill/too-large': 'error',
  'skill/unreadable': 'error',
}

/** Findings as an author and the hub weigh them: what only the strictest readers refuse is a warning. */
export function tolerate(findings: readonly Finding[], profile: Profile): readonly Finding[] {
  // Document C says what a skill of its own must be.
  if (profile === 'standard') return findings
  return findings.map((finding) => ({ ...finding, severity: TOLERATED[finding.rule] ?? finding.severity }))
}
