import type { Skill } from '@skillwright/skill'

/** Who answers: a process of ours, a service elsewhere, or a person. */
export type AnswerSource = 'process' | 'remote' | 'person'

/** Where a skill's answers come from. A script of its own always answers; its capability type says who does without one. */
export function answerSource({ entry, capabilityType, files }: Skill): AnswerSource {
  if (entry !== undefined) return 'process'
  if (capabilityType === 'api' && files.includes('descriptor.json')) return 'remote'
  return capabilityType === 'task' ? 'person' : 'process'
}
