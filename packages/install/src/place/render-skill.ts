import { type Client, exportSkill, restateSkill, type SkillFiles } from '@skillwright/skill'
import { parsedPackage } from '../sources/parsed-package.ts'

/** How a skill is written for a client. */
export interface Rendering {
  /** The name of the folder, which is also the name that the skill states. */
  readonly name: string
  readonly dialect: Client['dialect']
}

/**
 * The files of a skill as a client reads them best: in its dialect where they are written in document C's, and with the name of the folder.
 * What an author wrote for other clients stays as it is. The same package always gives the same files.
 */
export function renderSkill(files: SkillFiles, { name, dialect }: Rendering): SkillFiles {
  const skill = parsedPackage(files, name)
  const named = skill.id === name ? files : restateSkill(files, { name })
  return skill.dialect === 'standard' ? exportSkill(named, dialect, { folder: name }).files : named
}
