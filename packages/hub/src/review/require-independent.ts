import { SkillError } from '@skillwright/contract'
import type { Kysely } from 'kysely'
import { isMemberOf } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { Tables } from '../store/tables.ts'

/** What is decided about. */
export interface ReviewedSubject {
  readonly scope: string
  /** Handle of the person who published it; null for a scope, which is not published. */
  readonly publishedBy: string | null
}

/**
 * Throws PERMISSION_DENIED when the principal would decide in favour of their own: what they published, or anything of a
 * scope that they or an organisation of theirs own. It holds for administrators too. Called where the decision is written, so that no path leads around it.
 */
export async function requireIndependent(
  db: Kysely<Tables>,
  { person, isHub = false }: Principal,
  { scope, publishedBy }: ReviewedSubject,
): Promise<void> {
  if (isHub) return
  const isAuthor = publishedBy !== null && publishedBy === person?.handle
  if (!isAuthor && !(await isMemberOf(db, person?.id ?? '', scope))) return
  const why = isAuthor ? 'you published it' : `@${scope} is yours`
  throw new SkillError('PERMISSION_DENIED', `Nobody reviews what is their own: ${why}`, {
    hint: 'Ask another reviewer; an administrator can make one: skillwright people set-role',
  })
}
