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
import { profileOf } from './profile.ts'
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
  const own = profileOf(parseSkill(files, options))
  // A repair may change what the dialect looks like; the one it was written in counts to the end.
  const rules = { ...options, profile: options.profile ?? own }
  const refusals = (each: SkillFiles) =>
    new Set(
      lintFiles(each, { ...options, profile: own }).flatMap((finding) =>
        finding.severity === 'error' ? keyOf(finding) : [],
      ),
    )
  let current: SkillFiles = files
  let refused = refusals(files)
  // One after the other: a repair may be what makes the next one possible.
  for (const { rule, repair } of REPAIRS) {
    const found = lintFiles(current, rules).filter((finding) => rule.test(finding.rule))
    if (found.length === 0) continue
    const repaired = new Map([...current, ...repair(lintContext(current, rules), found)])
    const after = refusals(repaired)
    // What one profile asks for, the readers of the skill's own dialect may refuse.
    if (!after.isSubsetOf(refused) && refused.isSubsetOf(after)) continue
    current = repaired
    refused = after
  }
  const changed = [...current].filter(([path, bytes]) => files.get(path) !== bytes)
  if (changed.length === 0) return { files: new Map(), fixed: [] }
  const left = new Set(lintFiles(current, rules).map(keyOf))
  return { files: new Map(changed), fixed: before.filter((finding) => !left.has(keyOf(finding))) }
}

function keyOf({ rule, file = '', message }: Finding): string {
  return [rule, file, message].join('\n')
}
