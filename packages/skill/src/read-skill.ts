import { basename, join, resolve } from 'node:path'
import { isReadForSkill, parseSkill } from './parse-skill.ts'
import { listFiles, PACKAGE_LIMITS, readAtMost } from './read-files.ts'
import type { Skill } from './skill.ts'

/** Reads a skill folder. Never throws for bad content: what is wrong is in `skill.findings`. Throws when there is no such folder. */
export async function readSkill(path: string): Promise<Skill> {
  const dir = resolve(path)
  const { paths, findings } = await listFiles(dir)
  const files = new Map<string, Uint8Array>()
  for (const file of paths.filter(isReadForSkill)) {
    const bytes = await readAtMost(join(dir, file), PACKAGE_LIMITS.maxFileBytes).catch(() => undefined)
    if (bytes) files.set(file, bytes)
  }
  return parseSkill(files, { dir, folder: basename(dir), paths, findings })
}
