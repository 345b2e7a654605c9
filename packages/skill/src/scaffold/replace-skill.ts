import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { SkillFiles } from '../skill-files.ts'
import { writeSkill } from './write-skill.ts'

/** Puts a skill in the place of another: all of the new one or all of the old. */
export async function replaceSkill(path: string, files: SkillFiles): Promise<void> {
  const dir = resolve(path)
  const [staging, old] = [`${dir}.${randomUUID()}`, `${dir}.${randomUUID()}`]
  await writeSkill(staging, files)
  await rename(dir, old)
  await rename(staging, dir)
  await rm(old, { recursive: true, force: true })
}
