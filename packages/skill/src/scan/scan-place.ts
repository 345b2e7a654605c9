import type { Finding } from '@skillwright/contract'
import { readListed } from '../read-files.ts'
import type { SkillPlace } from '../read-places.ts'
import { standsAlone } from '../skill-fields.ts'
import { scanFiles } from './scan-files.ts'
import type { ScanReport } from './scan-report.ts'
import { leftOutEvidence, scanFolder } from './scan-skill.ts'

/** Scans what a place holds: a skill's folder, an agent's folder with everything in it, or a script that stands alone. */
export async function scanPlace({ kind, dir, skills: [skill] }: SkillPlace): Promise<ScanReport> {
  if (!skill || !standsAlone(skill)) return scanFolder(dir, { needsGuide: kind === 'skill' })
  const findings: Finding[] = []
  const files = await readListed(dir, skill.files, findings)
  return scanFiles(files, { evidence: leftOutEvidence(findings) })
}
