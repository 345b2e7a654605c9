import type { Action } from '@skillwright/contract'
import type { Skill, SkillCase } from '@skillwright/skill'
import type { ObservedRuns } from './observe-runs.ts'

/** A skill that is being tried out. */
export interface TriedSkill {
  readonly skill: Skill
  readonly runs: ObservedRuns
  readonly seed: number
  /** Generated inputs of each kind and action. */
  readonly count: number
  /** The skill's own examples and tests. */
  readonly cases: readonly SkillCase[]
}

/** The actions of a skill. */
export function actionsOf({ contract }: Skill): readonly Action[] {
  return [...(contract?.actions.values() ?? [])]
}

/** Which action a case calls; a case of a skill with a single action need not name it. */
export function actionOfCase({ contract }: Skill, { action }: SkillCase): string | undefined {
  return action ?? (contract?.actions.size === 1 ? contract.action().name : undefined)
}
