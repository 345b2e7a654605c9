import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { listSkills } from '../../registry/list-skills.ts'
import type { SkillDocument } from './documents.ts'

/** A skill that was searched for. */
export interface FoundSkill {
  readonly document: SkillDocument
  /** The higher, the nearer. */
  readonly score: number
}

const PAGE = 100
const MAX_PAGES = 200

/** The skills that the principal may see and that fit some words, the nearest first. */
export async function findSkills(
  hub: HubContext,
  principal: Principal,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<readonly FoundSkill[]> {
  const words = query
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '')
  const found: FoundSkill[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next_cursor: next } = await listSkills(hub, principal, { limit: PAGE, cursor })
    for (const document of items as SkillDocument[]) {
      const score = scoreOf(document, query, words)
      if (score > 0) found.push({ document, score })
    }
    if (next === null) break
    cursor = next
  }
  return found.toSorted((one, other) => other.score - one.score).slice(0, limit)
}

function scoreOf({ name, title, description, tags = [] }: SkillDocument, query: string, words: readonly string[]) {
  if (name === query) return 1
  const text = [title, description, ...tags].join(' ').toLowerCase()
  const points = words.map((word) => (name.includes(word) ? 0.8 : text.includes(word) ? 0.4 : 0))
  return points.includes(0) ? 0 : points.reduce((sum: number, one) => sum + one, 0) / Math.max(1, points.length)
}
