import { FLAG, type SkillTable } from './skill-table.ts'

/** Which skill an id means when several have it: the first by precedence; the others are shadowed, and come back when it goes. */
export interface Shadowing {
  winner(id: string): number | undefined
  add(ordinal: number): void
  /** To be called while the skill is still in the table. */
  remove(ordinal: number): void
  /** Unshadows the next skill of each id whose winner was removed. */
  promote(): void
}

/** Decides shadowing in a table whose shadowed skills are flagged. `isBefore` compares the precedence of two of them. */
export function shadowingOf(table: SkillTable, isBefore: (a: number, b: number) => boolean): Shadowing {
  const winners = new Map<string, number>()
  // Ids that more than one skill has had.
  const contested = new Set<string>()
  const orphaned = new Set<string>()
  const add = (ordinal: number) => {
    const id = table.id(ordinal)
    const other = winners.get(id)
    const isWinner = other === undefined || isBefore(ordinal, other)
    if (other !== undefined) contested.add(id)
    table.flag(ordinal, FLAG.isShadowed, !isWinner)
    if (!isWinner) return
    winners.set(id, ordinal)
    if (other !== undefined) table.flag(other, FLAG.isShadowed, true)
  }
  for (const ordinal of table.alive())
    if (table.has(ordinal, FLAG.isShadowed)) contested.add(table.id(ordinal))
    else winners.set(table.id(ordinal), ordinal)
  return {
    winner: (id) => winners.get(id),
    add,
    remove(ordinal) {
      const id = table.id(ordinal)
      if (winners.get(id) !== ordinal) return
      winners.delete(id)
      if (contested.has(id)) orphaned.add(id)
    },
    promote() {
      if (orphaned.size === 0) return
      // One pass for all of them, because a root that goes takes thousands with it.
      for (const ordinal of table.alive())
        if (table.has(ordinal, FLAG.isShadowed) && orphaned.has(table.id(ordinal))) add(ordinal)
      orphaned.clear()
    },
  }
}
