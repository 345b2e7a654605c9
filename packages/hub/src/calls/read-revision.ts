import { type Kysely, sql } from 'kysely'
import type { Principal } from '../principal.ts'
import { isOpen } from '../registry/viewer-for.ts'
import { isOrBelongsTo, viewerOf, visibleTo, withinToken } from '../registry/visible-to.ts'
import type { Tables } from '../store/tables.ts'

/**
 * The last change of all skills; with a principal, of those that they can see and that their token is good for, with how many these are: one
 * may have gone.
 */
export async function readRevision(db: Kysely<Tables>, principal?: Principal): Promise<string> {
  const newest = db.selectFrom('changes').select('changes.id').orderBy('changes.id', 'desc').limit(1)
  if (principal === undefined) return String((await newest.executeTakeFirst())?.id ?? '')
  const seen = await newest
    .innerJoin('skills', 'skills.id', 'changes.skill_id')
    .where(visibleTo(principal))
    .where(withinToken(principal))
    .executeTakeFirst()
  return `${seen?.id ?? ''} ${await countSeen(db, principal)}`
}

async function countSeen(db: Kysely<Tables>, principal: Principal): Promise<string> {
  // Both by an index, which one condition for both would not be.
  if (principal.token?.boundTo === undefined) return `${await countOpen(db)} ${await countOwn(db, principal)}`
  const { count } = await db
    .selectFrom('skills')
    .select(sql<number>`count(*)`.as('count'))
    .where(withinToken(principal))
    .where(visibleTo(principal))
    .executeTakeFirstOrThrow()
  return String(count)
}

async function countOpen(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('skills')
    .select(sql<number>`count(*)`.as('count'))
    .where(isOpen())
    .executeTakeFirstOrThrow()
  return count
}

/** How many private skills somebody can see because of what they belong to, or were let in to: where they are looked for is written out for the index. */
async function countOwn(db: Kysely<Tables>, principal: Principal): Promise<number> {
  const { person } = viewerOf(principal)
  if (person === '') return 0
  const { count } = await db
    .selectFrom('skills')
    .select(sql<number>`count(*)`.as('count'))
    .where('access', '=', 'private')
    .where(visibleTo(principal))
    .where((eb) =>
      eb.or([
        eb(
          'scope',
          'in',
          eb.selectFrom('scopes').select('scopes.name').where(isOrBelongsTo('scopes.owner_id', person)),
        ),
        eb(
          'id',
          'in',
          eb.selectFrom('grants').select('grants.skill_id').where(isOrBelongsTo('grants.person_id', person)),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}
