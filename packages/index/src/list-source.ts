import { triggerLists } from '@skillwright/skill'
import type { InjectableSkill } from './inject/injectable-skill.ts'
import { WORD_INDEX } from './searchable-words.ts'
import type { SkillDocument } from './skill-document.ts'
import type { SkillSource } from './skill-source.ts'
import { similarIds } from './store/similar-ids.ts'
import type { SkillEntry } from './store/skill-entry.ts'

/** A skill given by the caller of openIndex; its other fields go into the prompt. */
export type ListedSkill = SkillDocument & Omit<InjectableSkill, 'score'>

// When to use a skill stands near the top; a body may be of any length.
const MAX_LISTS = 32_000

/** A skill with what its body says about when to use it, where the caller does not. */
function withLists(skill: ListedSkill): SkillDocument {
  return skill.body === undefined ? skill : { ...triggerLists(skill.body.slice(0, MAX_LISTS)), ...skill }
}

/** Skills that are in memory already. Of two with one id the first counts. */
export function openListSource(skills: readonly ListedSkill[]): SkillSource {
  const words = WORD_INDEX.create()
  const listed = new Map<number, ListedSkill>()
  const ordinals = new Map<string, number>()
  for (const skill of skills) {
    const ordinal = words.add(withLists(skill))
    listed.set(ordinal, skill)
    if (!ordinals.has(skill.id)) ordinals.set(skill.id, ordinal)
  }
  const isFirst = (ordinal: number) => ordinals.get(listed.get(ordinal)?.id ?? '') === ordinal
  const entry = (ordinal: number): SkillEntry | undefined => {
    const skill = listed.get(ordinal)
    if (skill === undefined) return undefined
    const reasons = [
      ...(skill.hidden === undefined ? [] : [{ code: 'ONLY_FOR_PEOPLE' as const, message: skill.hidden }]),
      ...(isFirst(ordinal) ? [] : [{ code: 'SHADOWED' as const, message: `Another skill is called ${skill.id} too` }]),
    ]
    return {
      ordinal,
      id: skill.id,
      name: skill.name ?? skill.id,
      description: skill.description ?? '',
      version: skill.version,
      tags: skill.tags ?? [],
      kind: 'folder',
      dir: skill.dir ?? '',
      path: skill.location ?? '',
      root: '',
      state: reasons.length === 0 ? 'offered' : 'hidden',
      reasons,
      shadowedBy: isFirst(ordinal) ? undefined : skill.id,
      findings: [],
    }
  }
  const entries = () => [...listed.keys()].flatMap((ordinal) => entry(ordinal) ?? [])
  return {
    words,
    isOffered: (ordinal) => isFirst(ordinal) && listed.get(ordinal)?.hidden === undefined,
    entry,
    entries,
    lookUp: (id) => entry(ordinals.get(id) ?? -1) ?? { state: 'absent', id, near: similarIds(id, ordinals.keys()) },
    document: async (ordinal) => listed.get(ordinal),
    injectable: ({ ordinal, id }) => listed.get(ordinal) ?? { id },
    gone: [],
    onChange: () => undefined,
    refresh: async () => undefined,
    part: () => undefined,
    keepPart: () => undefined,
    status() {
      const offered = entries().filter(({ state }) => state === 'offered').length
      return {
        skills: listed.size,
        offered,
        hidden: listed.size - offered,
        hiddenFor: {},
        roots: [],
        snapshot: { file: undefined, origin: 'made', problem: undefined },
        watch: 'off',
        findings: [],
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
