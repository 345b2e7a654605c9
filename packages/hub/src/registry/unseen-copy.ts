import { fullName } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import { MIRROR_HANDLE } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import { type Relative, relativeReasons } from './relatives.ts'

/** A version that a reviewer has to see before the public does. */
export interface UnseenCopy {
  readonly version: string
  readonly reason: string
}

/**
 * The oldest version of a private skill that would have had to wait, were it published for all: a copy of a skill of others that adds
 * something. Undefined when there is none, or a reviewer has released or signed off each of them.
 */
export async function findUnseenCopy(
  transaction: Transaction<Tables>,
  skill: Pick<Row<'skills'>, 'id' | 'scope' | 'name'>,
): Promise<UnseenCopy | undefined> {
  const copies = await transaction
    .selectFrom('versions')
    .innerJoin('relatives', 'relatives.version_id', 'versions.id')
    .select(['versions.version', 'relatives.details'])
    .where('versions.skill_id', '=', skill.id)
    .where('versions.state', 'in', ['published', 'yanked'])
    .orderBy('versions.version_order')
    .execute()
  for (const { version, details } of copies) {
    const [reason] = relativeReasons(JSON.parse(details) as Relative)
    if (reason !== undefined && !(await wasSeen(transaction, `${fullName(skill)}@${version}`)))
      return { version, reason }
  }
  return undefined
}

async function wasSeen(transaction: Transaction<Tables>, subject: string): Promise<boolean> {
  const decision = await transaction
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', subject)
    .where('action', 'in', ['version.release', 'version.sign-off'])
    // What another registry takes back has been seen by no reviewer of this hub.
    .where('actor', '<>', MIRROR_HANDLE)
    .limit(1)
    .executeTakeFirst()
  return decision !== undefined
}
