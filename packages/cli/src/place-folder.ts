import { relative, resolve } from 'node:path'
import type { SkillPlace } from '@skillwright/skill'

/** The folder that the files of a place are in, as it was typed where that leads there, so that a file can be clicked. */
export function folderOf({ path, dir }: SkillPlace): string {
  return resolve(path) === dir ? path : relative('.', dir)
}
