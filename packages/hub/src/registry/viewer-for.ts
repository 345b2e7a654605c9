import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { isWithinToken } from '../people/token-bound.ts'
import type { Principal } from '../principal.ts'
import type { Tables } from '../store/tables.ts'
import type { SkillPlace } from './find-skill.ts'
import { prepareQuery } from './prepared-query.ts'
import { isOrBelongsTo, type Viewer, viewerOf } from './visible-to.ts'

/**
 * The full name of a row of `skills` that is visible to anyone, null for any other. By its index a lookup of a private skill is the same as that of an
 * absent one: without a result, and after the same work.
 */
export const openName = sql<string>`case when skills.access <> 'private' and skills.document is not null then '@' || skills.scope || '/' || skills.name end`

/** The condition that a row of `skills` is visible to anyone. Written out, because only then do databases use the index without private ones. */
export function isOpen(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'skills'>()
  return eb.and([eb('skills.access', '<>', sql.lit('private')), eb('skills.document', 'is not', null)])
}

/** Whether a person has to do with a scope, or was let in to the skill of that name; nothing of it begins with the skill itself. */
const relation = prepareQuery(['scope', 'name', 'person'], (db, { scope, name, person }) =>
  db
    .selectFrom('scopes')
    .select('scopes.name')
    .where('scopes.name', '=', scope)
    .where((eb) =>
      eb.or([
        isOrBelongsTo('scopes.owner_id', person),
        eb.exists(
          eb
            .selectFrom('grants')
            // Crossed, so that it begins with what the person was let in to, whether there is a skill of that name or not.
            .crossJoin('skills')
            .select('grants.skill_id')
            .where(isOrBelongsTo('grants.person_id', person))
            .whereRef('skills.id', '=', 'grants.skill_id')
            .where('skills.scope', '=', scope)
            .where('skills.name', '=', name),
        ),
      ]),
    ),
)

/** The caller of a read of a skill, as far as it makes a difference; undefined for callers who see no more of it than an anonymous one. */
export async function viewerFor(
  hub: HubContext,
  principal: Principal,
  { scope, name }: SkillPlace,
): Promise<Viewer | undefined> {
  const viewer = viewerOf(principal)
  if (!isWithinToken(principal, { scope, skill: name })) return undefined
  if (viewer.oversees === '1') return viewer
  if (viewer.person === '') return undefined
  const [related] = await relation(hub.db, { scope, name, person: viewer.person })
  return related === undefined ? undefined : viewer
}
