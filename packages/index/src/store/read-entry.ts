import { readAgent, readSkill, type Skill } from '@skillwright/skill'
import type { SkillEntry } from './skill-entry.ts'

/** Reads the whole skill of an entry; undefined when it is gone. */
export async function readEntry({ kind, dir, path }: SkillEntry): Promise<Skill | undefined> {
  try {
    if (kind === 'folder') return await readSkill(dir)
    const { skills } = await readAgent(dir)
    return skills.find(({ entry }) => entry !== undefined && `${dir}/${entry.path}` === path)
  } catch {
    return undefined
  }
}
