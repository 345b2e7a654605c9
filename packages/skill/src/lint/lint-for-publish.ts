import type { Finding, Severity } from '@skillwright/contract'
import { parseSkill } from '../parse-skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { lintFiles } from './lint-skill.ts'
import type { Profile } from './profile.ts'

/** The severity of a lint rule for publishing, where that differs: tolerable for readers, or not at all. */
const AT_PUBLISH: Readonly<Record<string, Severity>> = {
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
}

/**
 * What is wrong with a package that is to be published as `name`, by the rules of the dialect it is written in: a skill
 * written for another tool is not wrong for that. Errors refuse it; what only stricter readers reject is a warning. Pure.
 */
export function lintForPublish(
  files: SkillFiles,
  { name, profile: otherwise = 'agentskills' }: { readonly name: string; readonly profile?: Profile | undefined },
): readonly Finding[] {
  const { dialect } = parseSkill(files, { folder: name })
  const profile = dialect === 'standard' || dialect === 'clawhub' || dialect === 'hermes' ? dialect : otherwise
  const findings = lintFiles(files, { profile, folder: name })
  // Document C says what a skill of its own must be.
  if (profile === 'standard') return findings
  return findings.map((finding) => ({ ...finding, severity: AT_PUBLISH[finding.rule] ?? finding.severity }))
}
