import type { SkillRoot } from '../roots/find-roots.ts'
import { checkNeeds, type HiddenReason, type Host } from './check-needs.ts'
import type { LiveSkills } from './live-skills.ts'
import type { Needs } from './needs.ts'
import { programFinder } from './program-finder.ts'
import { similarIds } from './similar-ids.ts'
import type { AbsentSkill, SkillEntry } from './skill-entry.ts'
import { FLAG, type SkillTable } from './skill-table.ts'

/** Makes entries of what the table holds, and judges them for one host. */
export interface EntryReader {
  /** True for a skill that may be shown to the model; cheap enough to be asked for every hit. */
  isOffered(ordinal: number): boolean
  /** A skill; undefined for an ordinal that is not in use. */
  entry(ordinal: number): SkillEntry | undefined
  /** Every skill, also the hidden ones. */
  entries(): Iterable<SkillEntry>
  /** The skill of an id, or the answer that there is none, with similar ids. */
  lookUp(id: string): SkillEntry | AbsentSkill
  /** Clears what is cached about the host, such as programs on the PATH. */
  refreshHost(): void
}

/** Makes the reader of live skills for a host. */
export function entryReader(live: LiveSkills, roots: readonly SkillRoot[], host: Host): EntryReader {
  const { table } = live
  // Thousands of skills share the same few needs: each set is checked once.
  const judged = new Map<number, readonly HiddenReason[]>([[0, []]])
  let hasProgram = finderOf(host)
  const missing = (ordinal: number): readonly HiddenReason[] => {
    const number = table.needsOf(ordinal)
    const known = judged.get(number)
    if (known) return known
    const reasons = checkNeeds(JSON.parse(table.needs(number)) as Needs, host, hasProgram)
    judged.set(number, reasons)
    return reasons
  }
  const entry = (ordinal: number): SkillEntry | undefined => {
    if (!table.has(ordinal, FLAG.isAlive)) return undefined
    const { name, description, version, tags = [], findings = [], unreadable } = table.record(ordinal)
    const id = table.id(ordinal)
    const winner = table.has(ordinal, FLAG.isShadowed) ? live.shadowing.winner(id) : undefined
    const shadowedBy = winner === undefined ? undefined : live.pathOf(winner)
    const reasons: HiddenReason[] = [
      ...(shadowedBy === undefined ? [] : [reason('SHADOWED', `${shadowedBy} has the same id and comes first`)]),
      ...(unreadable === undefined ? [] : [reason('UNREADABLE', unreadable)]),
      ...missing(ordinal),
    ]
    return {
      ...{ ordinal, id, name, description, version, tags, reasons, shadowedBy, findings },
      kind: table.has(ordinal, FLAG.isScript) ? 'script' : 'folder',
      dir: live.dirOf(ordinal),
      path: live.pathOf(ordinal),
      root: roots[live.folders[table.folder(ordinal)]?.root ?? 0]?.path ?? '',
      state: reasons.length === 0 ? 'offered' : 'hidden',
    }
  }
  return {
    isOffered: (ordinal) =>
      table.has(ordinal, FLAG.isAlive) &&
      !table.has(ordinal, FLAG.isShadowed | FLAG.isUnreadable) &&
      missing(ordinal).length === 0,
    entry,
    *entries() {
      for (const ordinal of table.alive()) {
        const found = entry(ordinal)
        if (found) yield found
      }
    },
    lookUp(id) {
      const ordinal = live.shadowing.winner(id)
      const found = ordinal === undefined ? undefined : entry(ordinal)
      return found ?? { state: 'absent', id, near: similarIds(id, idsOf(table)) }
    },
    refreshHost() {
      hasProgram = finderOf(host)
      judged.clear()
      judged.set(0, [])
    },
  }
}

function* idsOf(table: SkillTable): Iterable<string> {
  for (const ordinal of table.alive()) yield table.id(ordinal)
}

function finderOf({ programs, env }: Host): (name: string) => boolean {
  return programs ? (name) => programs.includes(name) : programFinder(env)
}

function reason(code: HiddenReason['code'], message: string): HiddenReason {
  return { code, message }
}
