import type { TriggerTest } from '@skillwright/skill'

/** A skill with its trigger tests. */
export interface TestedSkill {
  readonly id: string
  readonly description?: string
  readonly triggers: readonly TriggerTest[]
}

/** A skill that was found; the first of a list is the best. */
export interface RankedSkill {
  readonly id: string
  readonly score: number
}
