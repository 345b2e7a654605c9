import type { Skill } from '@skillwright/skill'

/** Whether a service of its author answers for a skill, which its descriptor.json names. */
export function isService({ entry, capabilityType, files }: Skill): boolean {
  return entry === undefined && capabilityType === 'api' && files.includes('descriptor.json')
}
