import { readState } from '../inspect/read-state.ts'
import type { Installer } from '../plan/installer.ts'
import { Packages } from '../plan/obtain-packages.ts'
import { scanPackage } from '../policy/scan-package.ts'
import {
  type LockedFiles,
  type WrittenLock,
  writeApmLock,
  writeClawhubLock,
  writeHermesLock,
  writeSkillsLock,
} from './write-foreign-lock.ts'

/** The tools whose locks can be written. */
export const FOREIGN_LOCKS = ['skills', 'clawhub', 'apm', 'hermes'] as const

/** One of them. */
export type ForeignTool = (typeof FOREIGN_LOCKS)[number]

const WRITERS = {
  skills: writeSkillsLock,
  clawhub: writeClawhubLock,
  apm: writeApmLock,
  hermes: writeHermesLock,
} satisfies Record<ForeignTool, (skills: readonly LockedFiles[], now: Date) => WrittenLock>

/** What is locked in a project, as the lock of another tool. */
export async function exportLock(installer: Installer, tool: ForeignTool): Promise<WrittenLock> {
  const { lock, manifest } = await readState(installer.project)
  const packages = new Packages(installer, installer.sourcesOf(manifest))
  const skills = await Promise.all(
    lock.skills.map(async (skill): Promise<LockedFiles> => {
      const { files } = await packages.get(skill)
      const { verdict } = await scanPackage(installer.scanDir, skill.digest, async () => files)
      return { skill, files, verdict }
    }),
  )
  const now = (installer.clock ?? (() => new Date()))()
  return WRITERS[tool](skills, now)
}
