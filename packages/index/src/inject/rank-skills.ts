import type { InjectableSkill } from './injectable-skill.ts'

/** A skill with its share of the best one's relevance, above 0 and at most 1. */
export interface RankedSkill {
  readonly skill: InjectableSkill
  readonly relevance: number
}

const LEAST = 0.01

/**
 * Skills from most to least relevant. Where all have a score, relevance is the share of the best score; otherwise the
 * order of the list is the ranking, and relevance falls with the logarithm of the rank, as in nDCG.
 */
export function rankSkills(skills: readonly InjectableSkill[]): RankedSkill[] {
  const best = skills.reduce((most, { score }) => Math.max(most, score ?? Number.NaN), 0)
  if (!Number.isFinite(best) || best <= 0) {
    return skills.map((skill, i) => ({ skill, relevance: Math.max(1 / Math.log2(i + 2), LEAST) }))
  }
  return skills
    .map((skill) => ({ skill, relevance: Math.max((skill.score ?? 0) / best, LEAST) }))
    .toSorted((a, b) => b.relevance - a.relevance || compareIds(a.skill.id, b.skill.id))
}

/** Order of ids that is the same on every machine. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
