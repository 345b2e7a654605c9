import { readListed } from '../read-files.ts'
import type { SkillPlace } from '../read-places.ts'
import { standsAlone } from '../script-skill.ts'
import { scanFiles } from './scan-files.ts'
import type { ScanReport } from './scan-report.ts'
import { scanSkill } from './scan-skill.ts'

/** Scans what a place holds: a skill's folder, an agent's folder with everything in it, or a script that stands alone. */
export async function scanPlace({ dir, skills: [skill] }: SkillPlace): Promise<ScanReport> {
  if (skill && standsAlone(skill)) return scanFiles(await readListed(dir, skill.files, []))
  return scanSkill(dir)
}
