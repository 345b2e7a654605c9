import { createWordIndex } from '@skillwright/index'
import type { ServedSkill } from './served-folders.ts'

/** A served skill that fits a message. */
export interface ServedHit {
  readonly served: ServedSkill
  readonly score: number
}

/** Searches served skills by their words, which are read again when one of the skills is another. */
export function servedSearch(): (skills: readonly ServedSkill[], query: string, topK: number) => readonly ServedHit[] {
  let known: readonly ServedSkill[] = []
  let words = createWordIndex()
  let byOrdinal = new Map<number, ServedSkill>()
  return (skills, query, topK) => {
    if (skills.length !== known.length || skills.some((served, i) => served !== known[i])) {
      known = skills
      words = createWordIndex()
      byOrdinal = new Map(skills.map((served) => [words.add(documentOf(served)), served]))
    }
    return words.search(query, { topK }).flatMap(({ ordinal, score }) => {
      const served = byOrdinal.get(ordinal)
      return served === undefined ? [] : [{ served, score }]
    })
  }
}

function documentOf({ name, skill }: ServedSkill): Parameters<ReturnType<typeof createWordIndex>['add']>[0] {
  const { invocations, whenToUse, whenNotToUse } = skill.sections
  const { description, tags, body } = skill
  return { id: name, name: skill.name, description, tags, triggers: invocations, whenToUse, whenNotToUse, body }
}
