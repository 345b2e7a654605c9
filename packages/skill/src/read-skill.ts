import { basename, resolve } from 'node:path'
import { isReadForSkill, parseSkill } from './parse-skill.ts'
import { listFiles, readListed } from './read-files.ts'
import type { Skill } from './skill.ts'

/** Reads a skill folder. Never throws for bad content: what is wrong is in `skill.findings`. Throws when there is no such folder. */
export async function readSkill(path: string): Promise<Skill> {
  const dir = resolve(path)
  const { paths, findings } = await listFiles(dir)
  const files = await readListed(dir, paths.filter(isReadForSkill), findings)
  return parseSkill(files, { dir, folder: basename(dir), paths, findings })
}
