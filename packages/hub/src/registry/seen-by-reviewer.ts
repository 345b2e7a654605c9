import { type Expression, expressionBuilder } from 'kysely'
import { MIRROR_HANDLE } from '../principal.ts'
import type { Tables } from '../store/tables.ts'

/** The decision of a reviewer of this hub to release or sign off a version, by its full reference; as a subquery. */
export function seenByReviewer(reference: Expression<string>) {
  const eb = expressionBuilder<Tables, never>()
  return (
    eb
      .selectFrom('audit')
      .select('audit.id')
      .where('audit.subject', '=', reference)
      .where('audit.action', 'in', ['version.release', 'version.sign-off'])
      // What another registry takes back has been seen by no reviewer of this hub.
      .where('audit.actor', '<>', MIRROR_HANDLE)
      .limit(1)
  )
}
