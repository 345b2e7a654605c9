import type { Action } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'

/** What a tool tells a client about its effects, for people to decide by. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** What the permissions of a skill let it do, which the sandbox holds it to; a service and a person are held to nothing. */
export function toolAnnotations(skill: Skill, action: Action | undefined): ToolAnnotations {
  const { network, write, programs } = skill.permissions
  const isElsewhere = skill.entry === undefined && (skill.capabilityType === 'api' || skill.capabilityType === 'task')
  const isOpen = network.length > 0 || isElsewhere
  const isReadOnly = !isOpen && write.length === 0 && programs.length === 0
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly && skill.capabilityType !== 'task',
    idempotentHint: action?.idempotent ?? false,
    openWorldHint: isOpen,
  }
}
