import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { readFiles, readListed } from './read-files.ts'
import type { Skill } from './skill.ts'
import { readCases, type SkillCase } from './skill-cases.ts'

/** The calls that a skill brings along, read from its folder; those of a script stand in `tests/` under the script's name. */
export async function readSkillCases(
  skill: Skill,
): Promise<{ cases: readonly SkillCase[]; findings: readonly Finding[] }> {
  const { dir, dialect } = skill
  if (dir === undefined) return { cases: [], findings: [] }
  if (dialect !== 'script') return readCases((await readFiles(dir)).files)
  const file = scriptCases(skill)
  const findings: Finding[] = []
  const { cases, findings: wrong } = readCases(
    await readListed(dir, existsSync(join(dir, file)) ? [file] : [], findings),
  )
  return { cases, findings: [...findings, ...wrong] }
}

/** Where the cases of a script are: `tests/build_analysis.json` for build_analysis.py. */
export function scriptCases({ entry }: Skill): string {
  const stem = (entry?.path ?? '').replace(/^.*\//, '').replace(/\.\w+$/, '')
  return `tests/${stem}.json`
}
