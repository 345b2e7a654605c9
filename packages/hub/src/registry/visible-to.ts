import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Principal } from '../principal.ts'
import type { Tables } from '../store/tables.ts'

/** The caller, in the form that queries take. */
export interface Viewer {
  /** Id of the person; empty for an anonymous caller. */
  readonly person: string
  /** `1` for a caller who may see everything. */
  readonly oversees: string
}

/** A principal in the form that queries about skills take. A token that may not read sees what an anonymous caller sees. */
export function viewerOf({ person, scopes }: Principal): Viewer {
  return {
    person: person !== undefined && scopes.has('read') ? person.id : '',
    oversees: scopes.has('review') || scopes.has('admin') ? '1' : '',
  }
}

/** What an anonymous caller is. */
const STRANGER: Viewer = { person: '', oversees: '' }

/**
 * The condition that a row of `skills` exists as far as the principal may know. Every list, search, count and read uses it, so
 * that what is private to others is filtered where what is absent is not found: in the same query. Beyond what their token is bound to
 * they know what everybody does.
 */
export function visibleTo(principal: Principal): Expression<SqlBool> {
  const visible = visibleToViewer(viewerOf(principal))
  if (principal.token?.boundTo === undefined) return visible
  const eb = expressionBuilder<Tables, 'skills'>()
  return eb.or([visibleToViewer(STRANGER), eb.and([withinToken(principal), visible])])
}

/** The condition that the token of the principal, where it is bound, is good for a row of `skills`. */
export function withinToken({ token }: Principal): Expression<SqlBool> {
  const { scope, skill } = token?.boundTo ?? {}
  const eb = expressionBuilder<Tables, 'skills'>()
  return eb.and([
    ...(scope === undefined ? [] : [eb('skills.scope', '=', scope)]),
    ...(skill === undefined ? [] : [eb('skills.name', '=', skill)]),
  ])
}

/** The same for a viewer, whose values may be stand-ins of a prepared query. */
export function visibleToViewer(viewer: Viewer): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'skills'>()
  return eb.or([
    eb.and([eb('skills.access', '<>', 'private'), eb('skills.document', 'is not', null)]),
    insiderViewer(viewer),
    eb.and([
      eb('skills.document', 'is not', null),
      eb.exists(
        eb
          .selectFrom('grants')
          .select('grants.skill_id')
          .whereRef('grants.skill_id', '=', 'skills.id')
          .where(isOrBelongsTo('grants.person_id', viewer.person)),
      ),
    ]),
  ])
}

/** The condition that the principal may also see versions that were never released: members of the scope, reviewers, administrators. */
export function insiderViewer({ person, oversees }: Viewer): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'skills'>()
  return eb.or([
    eb(eb.val(oversees), '=', '1'),
    eb.exists(
      eb
        .selectFrom('scopes')
        .select('scopes.name')
        .whereRef('scopes.name', '=', 'skills.scope')
        .where(isOrBelongsTo('scopes.owner_id', person)),
    ),
  ])
}

/** True where a column names the person, or an organisation the person belongs to. */
export function isOrBelongsTo(column: 'grants.person_id' | 'scopes.owner_id', person: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'grants' | 'scopes'>()
  return eb.or([
    eb(column, '=', person),
    eb(
      column,
      'in',
      eb.selectFrom('memberships').select('memberships.organisation_id').where('memberships.person_id', '=', person),
    ),
  ])
}
