import type { SkillRoot } from '../roots/find-roots.ts'
import { checkNeeds, type HiddenReason, type Host } from './check-needs.ts'
import type { LiveSkills } from './live-skills.ts'
import type { Needs } from './needs.ts'
import { programFinder } from './program-finder.ts'
import type { SkillEntry } from './skill-entry.ts'
import { FLAG } from './skill-table.ts'

/** Makes entries of what the table holds, and judges them for one host. */
export interface EntryReader {
  /** True for a skill that may be shown to the model; cheap enough to be asked for every hit. */
  isOffered(ordinal: number): boolean
  entry(ordinal: number): SkillEntry | undefined
  /** Looks again at what the host has, such as programs on the PATH. */
  lookAgain(): void
}

/** Makes the reader of live skills for a host. */
export function entryReader(live: LiveSkills, roots: readonly SkillRoot[], host: Host): EntryReader {
  const { table } = live
  // Thousands of skills need the same few things: each set of needs is judged once.
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
  return {
    isOffered: (ordinal) =>
      table.has(ordinal, FLAG.isAlive) &&
      !table.has(ordinal, FLAG.isShadowed | FLAG.isUnreadable) &&
      missing(ordinal).length === 0,
    entry(ordinal) {
      if (!table.has(ordinal, FLAG.isAlive)) return undefined
      const { name, description, version, tags = [], findings = [], unreadable } = table.record(ordinal)
      const id = table.id(ordinal)
      const winner = table.has(ordinal, FLAG.isShadowed) ? live.claims.winner(id) : undefined
      const shadowedBy = winner === undefined ? undefined : live.pathOf(winner)
      const reasons: HiddenReason[] = [
        ...(shadowedBy === undefined ? [] : [reason('SHADOWED', `${shadowedBy} has the same id and comes first`)]),
        ...(unreadable === undefined ? [] : [reason('UNREADABLE', unreadable)]),
        ...missing(ordinal),
      ]
      return {
        ordinal,
        id,
        name,
        description,
        version,
        tags,
        kind: table.has(ordinal, FLAG.isScript) ? 'script' : 'folder',
        dir: live.dirOf(ordinal),
        path: live.pathOf(ordinal),
        root: roots[live.folders[table.folder(ordinal)]?.root ?? 0]?.path ?? '',
        state: reasons.length === 0 ? 'offered' : 'hidden',
        reasons,
        shadowedBy,
        findings,
      }
    },
    lookAgain() {
      hasProgram = finderOf(host)
      judged.clear()
      judged.set(0, [])
    },
  }
}

function finderOf({ programs, env }: Host): (name: string) => boolean {
  return programs ? (name) => programs.includes(name) : programFinder(env)
}

function reason(code: HiddenReason['code'], message: string): HiddenReason {
  return { code, message }
}
