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
 * scope that they or an organisation of theirs own, or that they have left. It holds for administrators too. Called where the decision is
 * written, so that no path leads around it.
 */
export async function requireIndependent(
  db: Kysely<Tables>,
  { person, isHub = false }: Principal,
  { scope, publishedBy }: ReviewedSubject,
): Promise<void> {
  if (isHub) return
  const handle = person?.handle ?? ''
  const why =
    publishedBy !== null && publishedBy === handle
      ? 'you published it'
      : (await isMemberOf(db, person?.id ?? '', scope))
        ? `@${scope} is yours`
        : (await wasMemberOf(db, handle, scope))
          ? `@${scope} was yours`
          : undefined
  if (why === undefined) return
  throw new SkillError('PERMISSION_DENIED', `A reviewer does not decide about what is their own: ${why}`, {
    hint: 'Ask another reviewer; an administrator can make one: skillwright people set-role',
  })
}

// Leaving for the time of a decision makes no difference: the audit log remembers who was taken out.
async function wasMemberOf(db: Kysely<Tables>, handle: string, scope: string): Promise<boolean> {
  const left = await db
    .selectFrom('audit')
    .select('at')
    .where('subject', '=', `@${scope}`)
    .where('action', '=', 'member.remove')
    .where('details', '=', JSON.stringify({ handle }))
    .limit(1)
    .executeTakeFirst()
  return left !== undefined
}
