import { readState } from '../inspect/read-state.ts'
import type { Installer } from '../plan/installer.ts'
import { Packages } from '../plan/obtain-packages.ts'
import { type WrittenLock, writeApmLock, writeClawhubLock, writeSkillsLock } from './write-foreign-lock.ts'

/** The tools whose locks can be written. */
export const FOREIGN_LOCKS = ['skills', 'clawhub', 'apm'] as const

/** One of them. */
export type ForeignTool = (typeof FOREIGN_LOCKS)[number]

/** What is locked in a project, as the lock of another tool. */
export async function exportLock(installer: Installer, tool: ForeignTool): Promise<WrittenLock> {
  const { lock, manifest } = await readState(installer.project)
  const packages = new Packages(installer, installer.sourcesOf(manifest))
  const skills = await Promise.all(
    lock.skills.map(async (skill) => ({ skill, files: (await packages.get(skill)).files })),
  )
  const now = (installer.clock ?? (() => new Date()))()
  if (tool === 'skills') return writeSkillsLock(skills)
  return tool === 'clawhub' ? writeClawhubLock(skills, now) : writeApmLock(skills, now)
}
