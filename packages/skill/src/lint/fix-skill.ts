import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { parseSkill } from '../parse-skill.ts'
import { readFiles } from '../read-files.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { folderOf } from '../skill-folder.ts'
import { type LintOptions, lintContext } from './lint-context.ts'
import { lintFiles } from './lint-skill.ts'
import { type Profile, profileOf } from './profile.ts'
import { REPAIRS } from './repairs.ts'

/** What a repair did. */
export interface FixedSkill {
  /** The files that changed or are new, with their new bytes. */
  readonly files: SkillFiles
  /** The findings that are gone. */
  readonly fixed: readonly Finding[]
}

/**
 * Repairs what has only one reading, and writes the files that change. Nothing an author wrote is lost, and no reader of the
 * skill's own dialect refuses it afterwards who took it before.
 */
export async function fixSkill(skill: string | Skill, options: Omit<LintOptions, 'folder'> = {}): Promise<FixedSkill> {
  const dir = resolve(folderOf(skill))
  const { files } = await readFiles(dir)
  const result = fixFiles(files, { ...options, folder: basename(dir) })
  for (const [path, bytes] of result.files) await writeFile(join(dir, path), bytes)
  return result
}

/** The same for files in memory. Pure. */
export function fixFiles(files: SkillFiles, options: LintOptions = {}): FixedSkill {
  const before = lintFiles(files, options)
  // A repair may change what the dialect looks like; the one it was written in counts to the end.
  const own = profileOf(parseSkill(files, options))
  const rules = { ...options, profile: options.profile ?? own }
  let current = judge(files, rules, own)
  // One after the other: a repair may be what makes the next one possible.
  for (const { rule, repair } of REPAIRS) {
    const found = current.findings.filter((finding) => rule.test(finding.rule))
    if (found.length === 0) continue
    const changed = repair(lintContext(current.files, rules), found)
    if (changed.length === 0) continue
    const repaired = judge(new Map([...current.files, ...changed]), rules, own)
    if (!isWorse(repaired, current)) current = repaired
  }
  const changed = [...current.files].filter(([path, bytes]) => files.get(path) !== bytes)
  if (changed.length === 0) return { files: new Map(), fixed: [] }
  const left = new Set(current.findings.map(keyOf))
  return { files: new Map(changed), fixed: before.filter((finding) => !left.has(keyOf(finding))) }
}

/** Files, and what is said of them. */
interface Judged {
  readonly files: SkillFiles
  readonly findings: readonly Finding[]
  /** Why readers of the skill's own dialect refuse it. */
  readonly refused: ReadonlySet<string>
  /** The Agent Skills standard accepts it. */
  readonly isStandard: boolean
}

function judge(files: SkillFiles, rules: LintOptions, own: Profile): Judged {
  const known = new Map<Profile | undefined, readonly Finding[]>()
  const by = (profile: Profile | undefined) => {
    const findings = known.get(profile) ?? lintFiles(files, { ...rules, profile })
    known.set(profile, findings)
    return findings
  }
  const errors = (profile: Profile) => by(profile).filter(({ severity }) => severity === 'error')
  const refused = new Set(errors(own).map(keyOf))
  return { files, findings: by(rules.profile), refused, isStandard: errors('agentskills').length === 0 }
}

/** What one profile asks for, the readers of another may refuse: a skill.json of document C may stand beside a SKILL.md that every client reads. */
function isWorse(after: Judged, before: Judged): boolean {
  if (before.isStandard && !after.isStandard) return true
  return !after.refused.isSubsetOf(before.refused) && before.refused.isSubsetOf(after.refused)
}

function keyOf({ rule, file = '', message }: Finding): string {
  return [rule, file, message].join('\n')
}
