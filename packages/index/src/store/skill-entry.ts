import type { Finding } from '@skillwright/contract'
import type { HiddenReason } from './check-needs.ts'

/** One skill of an index. */
export interface SkillEntry {
  /** Its number in the index; another one after it has changed. */
  readonly ordinal: number
  readonly id: string
  readonly name: string
  /** Empty when it has none. */
  readonly description: string
  readonly version: string | undefined
  readonly tags: readonly string[]
  /** A folder with SKILL.md, or a flat script of an agent. */
  readonly kind: 'folder' | 'script'
  /** Its own folder; the agent's for a flat script. */
  readonly dir: string
  /** SKILL.md, or the script. */
  readonly path: string
  /** The root it was found in. */
  readonly root: string
  readonly state: 'offered' | 'hidden'
  /** Why it is hidden. */
  readonly reasons: readonly HiddenReason[]
  /** Path of the skill of the same id that comes first. */
  readonly shadowedBy: string | undefined
  /** What is wrong with it, the first few things. */
  readonly findings: readonly Finding[]
}

/** The answer for an id that no root has. */
export interface AbsentSkill {
  readonly state: 'absent'
  readonly id: string
  /** Similar ids, the most similar first. */
  readonly near: readonly string[]
}
