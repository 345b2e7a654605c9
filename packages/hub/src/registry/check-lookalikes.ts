import { fullName } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'
import { isOneEditApart, nameNeighbours, nameSkeleton } from './name-skeleton.ts'

/** What a new name looks like, and what follows from it. */
export interface Lookalike {
  readonly verdict: 'refuse' | 'hold'
  /** The other skill, as `@scope/name`. */
  readonly of: string
}

/** From so many downloads on, an impostor gains by being mistaken for a skill. */
const POPULAR_DOWNLOADS = 50
// One letter more or less makes another word of a short name, not an imitation.
const MIN_EDITED_CHARACTERS = 5
const MAX_CANDIDATES = 200

/**
 * Reports whether a new name could be mistaken for one of another owner. Looks up the few skeletons that are at most
 * one edit away, so that it costs the same however many skills there are. Only names visible to anyone count: a private
 * name is never disclosed.
 */
export async function findLookalike(
  db: Kysely<Tables>,
  { name, ownerId }: { readonly name: string; readonly ownerId: string },
): Promise<Lookalike | undefined> {
  const skeleton = nameSkeleton(name)
  const candidates = await db
    .selectFrom('name_neighbours')
    .innerJoin('skills', 'skills.id', 'name_neighbours.skill_id')
    .innerJoin('scopes', 'scopes.name', 'skills.scope')
    .select(['skills.scope', 'skills.name', 'skills.skeleton', 'skills.tier', 'skills.downloads'])
    .distinct()
    .where('name_neighbours.neighbour', 'in', neighboursOf(skeleton))
    .where('skills.access', '<>', 'private')
    .where('skills.latest', 'is not', null)
    .where('scopes.owner_id', '<>', ownerId)
    .orderBy('skills.tier', 'desc')
    .orderBy('skills.downloads', 'desc')
    .limit(MAX_CANDIDATES)
    .execute()
  const judged = (verdict: Lookalike['verdict']): Lookalike | undefined => {
    const other = candidates.find((candidate) => judge(candidate, { name, skeleton }) === verdict)
    return other && { verdict, of: fullName(other) }
  }
  return judged('refuse') ?? judged('hold')
}

interface Named {
  readonly name: string
  readonly skeleton: string
}

function judge(
  other: Named & { readonly tier: string; readonly downloads: number },
  { name, skeleton }: Named,
): Lookalike['verdict'] | undefined {
  const isTrusted = other.tier !== 'community'
  const isWorthwhile = isTrusted || other.downloads >= POPULAR_DOWNLOADS
  if (other.skeleton !== skeleton) return isWorthwhile && isOneEditApart(other.skeleton, skeleton) ? 'hold' : undefined
  if (isTrusted) return 'refuse'
  // The same name in another scope is another skill; the same name in disguise never is by chance.
  return isWorthwhile || other.name !== name ? 'hold' : undefined
}

/** What is noted of a skill's name so that later ones find it. */
export function neighboursOf(skeleton: string): string[] {
  return skeleton.length < MIN_EDITED_CHARACTERS ? [skeleton] : nameNeighbours(skeleton)
}
