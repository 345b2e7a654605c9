import type { InjectableSkill } from './injectable-skill.ts'
import { type RankedSkill, rankSkills } from './rank-skills.ts'
import type { Level } from './skill-level.ts'

/** A skill that is not in the prompt, and why. */
export interface LeftOut {
  readonly id: string
  /** `budget`: it did not fit. `hidden`: the host must not offer it. `duplicate`: its id was there. `empty`: it has no text. */
  readonly reason: 'budget' | 'hidden' | 'duplicate' | 'empty'
  /** The reason in words. */
  readonly message: string
  /** The smallest level, where even that did not fit. */
  readonly level?: Level
  /** What that costs; absent when it is far more than the whole budget. */
  readonly tokens?: number
  /** By how many tokens it exceeds what was left. */
  readonly over?: number
}

/** Partitions skills into those offered, by relevance, and those that must not or need not be. */
export function partitionSkills(skills: readonly InjectableSkill[]): { offered: RankedSkill[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const seen = new Set<string>()
  const visible = skills.filter(({ id, hidden }) => {
    if (hidden !== undefined) leftOut.push({ id, reason: 'hidden', message: hidden || 'The host hides it' })
    return hidden === undefined
  })
  const offered = rankSkills(visible).filter(({ skill: { id } }) => {
    if (seen.has(id)) leftOut.push({ id, reason: 'duplicate', message: 'A more relevant skill has the same id' })
    return seen.size < seen.add(id).size
  })
  return { offered, leftOut }
}
