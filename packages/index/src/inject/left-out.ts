import type { InjectableSkill } from './injectable-skill.ts'
import { type RankedSkill, rankSkills } from './rank-skills.ts'
import type { Level } from './skill-level.ts'

/** A skill that is not in the prompt, and why. */
export interface LeftOut {
  readonly id: string
  /** `budget`: it did not fit. `hidden`: the host must not offer it. `duplicate`: its id was there. `empty`: it says nothing. */
  readonly reason: 'budget' | 'hidden' | 'duplicate' | 'empty'
  /** The reason in words. */
  readonly message: string
  /** The smallest way to put it in, where that was too large. */
  readonly level?: Level
  /** What that costs; absent when it is far more than the whole budget. */
  readonly tokens?: number
  /** By how many tokens it is more than what was left. */
  readonly over?: number
}

/** Skills in the order of their relevance, without those that must not or need not be offered. */
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
