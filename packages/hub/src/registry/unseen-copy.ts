import { fullName } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { Row, Tables } from '../store/tables.ts'
import { type Relative, relativeReasons } from './relatives.ts'
import { seenByReviewer } from './seen-by-reviewer.ts'

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

async function wasSeen(transaction: Transaction<Tables>, reference: string): Promise<boolean> {
  const seen = transaction.selectNoFrom((eb) => eb.exists(seenByReviewer(eb.val(reference))).as('seen'))
  return Boolean((await seen.executeTakeFirst())?.seen)
}
