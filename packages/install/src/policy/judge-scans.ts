import { SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import type { Lock, LockedSkill } from '../lock/lock.ts'
import type { Installer } from '../plan/installer.ts'
import { HUB } from '../sources/hub-source.ts'
import type { Offer } from '../sources/source.ts'
import { inParallel } from '../transaction/in-parallel.ts'
import type { Policy } from './policy.ts'
import { type PackageScan, scanPackage } from './scan-package.ts'

/** What scans are judged by. */
export interface ScanInput {
  readonly lock: Lock
  readonly policies: readonly Policy[]
  readonly installer: Installer
  readonly filesOf: (skill: LockedSkill) => Promise<SkillFiles>
  /** What the hub of a skill said when it was published, by the skill's name, where that was asked. */
  readonly hubScanOf: (name: string) => Offer['scan']
  /** Why something is installed although it is blocked. */
  readonly reason: string | undefined
}

/**
 * Scans what is not installed yet: what a hub published was scanned there, everything else, and all that a policy asks it for, is scanned here, once for each content. `block`
 * needs a reason, which is written into the lock and holds for exactly that content; a policy needs no reason. Throws PERMISSION_DENIED.
 */
export async function judgeScans({ lock, policies, installer, filesOf, hubScanOf, reason }: ScanInput): Promise<{
  readonly lock: Lock
  readonly scans: ReadonlyMap<string, PackageScan>
}> {
  const scans = new Map<string, PackageScan>()
  const isHere = policies.some(({ scan }) => scan !== undefined)
  const looked = lock.skills.filter((skill) => isHere || !skill.source.startsWith(HUB))
  await inParallel(looked, async (skill) => {
    scans.set(skill.name, await scanPackage(installer.scanDir, skill.digest, () => filesOf(skill)))
  })
  const skills = lock.skills.map((skill) => {
    const said = hubScanOf(skill.name)
    const scan =
      scans.get(skill.name) ?? (said === undefined ? undefined : { ...said, by: 'hub' as const, findings: [] })
    if (scan === undefined) return skill
    scans.set(skill.name, scan)
    // A newer hub may have a word that is not known here: then it is no leave to install.
    const isBlocked = scan.verdict !== 'pass' && scan.verdict !== 'review'
    const strict = policies.find(({ scan: worst }) => worst === 'pass' || (worst === 'review' && isBlocked))
    if (scan.verdict !== 'pass' && strict !== undefined)
      throw refused(skill, scan, `${strict.file} asks for a scan that says ${strict.scan} at worst`)
    if (!isBlocked || skill.forced !== undefined) return skill
    if (reason === undefined || reason.trim() === '') throw refused(skill, scan, `the scan says ${scan.verdict}`)
    return { ...skill, forced: reason.trim() }
  })
  return { lock: { ...lock, skills }, scans }
}

function refused({ id, version }: LockedSkill, { findings, risk }: PackageScan, why: string): SkillError {
  const shown = findings.slice(0, 3).join('; ')
  return new SkillError('PERMISSION_DENIED', `${id} ${version} is not installed: ${why} (risk ${risk}: ${shown})`, {
    hint: 'Read what was found: skillwright scan. If you know better, give the reason: --allow-blocked "why"',
    details: { findings },
  })
}
