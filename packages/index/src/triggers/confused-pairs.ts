import { queryKey } from '@skillwright/skill'
import type { RankedSkill, TestedSkill } from './tested-skill.ts'
import type { ConfusedPair, Contest } from './trigger-report.ts'

/** Collects evidence that two skills are easily confused. */
export interface Pairs {
  /** For a message that should find `id`: everything found, and those of it that triggered. */
  addQuery(id: string, query: string, found: readonly RankedSkill[], triggered: readonly RankedSkill[]): void
  /** What was found for the skill's own description. */
  addDescription(id: string, found: readonly RankedSkill[]): void
  /** The pairs, those with the most contests and the nearest first. */
  list(): ConfusedPair[]
}

const MAX_PAIRS = 1_000

/** Begins with no pairs. */
export function createPairs(
  skills: readonly TestedSkill[],
  { margin, nearShare }: { readonly margin: number; readonly nearShare: number },
): Pairs {
  const pairs = new Map<string, { skills: readonly [string, string]; contests: Contest[]; nearness: number | null }>()
  const pairOf = (a: string, b: string) => {
    const ids: readonly [string, string] = a < b ? [a, b] : [b, a]
    const key = JSON.stringify(ids)
    const pair = pairs.get(key) ?? { skills: ids, contests: [], nearness: null }
    pairs.set(key, pair)
    return pair
  }
  const wanted = new Set(
    skills.flatMap(({ id, triggers }) =>
      triggers.filter((test) => test.shouldTrigger).map(({ query }) => claim(id, query)),
    ),
  )

  return {
    addQuery(id, query, found, triggered) {
      const own = found.findIndex((skill) => skill.id === id)
      const least = (1 - margin) * (found[own]?.score ?? 0)
      for (const [at, rival] of triggered.entries()) {
        // A message that both claim is no mistake.
        if (rival.id === id || rival.score < least || wanted.has(claim(rival.id, query))) continue
        pairOf(id, rival.id).contests.push({ query, of: id, rank: own < 0 ? null : own + 1, rivalRank: at + 1 })
      }
    },
    addDescription(id, found) {
      const own = found.find((skill) => skill.id === id)
      if (own === undefined || own.score <= 0) return
      for (const other of found) {
        const nearness = Math.min(1, other.score / own.score)
        if (other.id === id || nearness < nearShare) continue
        const pair = pairOf(id, other.id)
        pair.nearness = Math.max(pair.nearness ?? 0, nearness)
      }
    },
    list: () =>
      [...pairs.values()]
        .sort(
          (a, b) =>
            b.contests.length - a.contests.length ||
            (b.nearness ?? 0) - (a.nearness ?? 0) ||
            byName(a.skills, b.skills),
        )
        .slice(0, MAX_PAIRS),
  }
}

function claim(id: string, query: string): string {
  return JSON.stringify([id, queryKey(query)])
}

function byName([a, b]: readonly [string, string], [c, d]: readonly [string, string]): number {
  return a < c || (a === c && b < d) ? -1 : 1
}
