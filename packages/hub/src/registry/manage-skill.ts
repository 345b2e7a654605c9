import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Kysely, Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { Row, Tables } from '../store/tables.ts'
import { absentSkill, type SkillPlace } from './find-skill.ts'
import { logChanges } from './log-changes.ts'
import { refreshDocument } from './refresh-document.ts'

/** Throws PERMISSION_DENIED unless the principal reviews what others publish. */
export function requireReviewer({ scopes }: Principal): void {
  if (scopes.has('review') || scopes.has('admin')) return
  throw new SkillError('PERMISSION_DENIED', 'Only a reviewer may do this', {
    hint: 'Use a token with the scope "review", or appeal to a reviewer',
  })
}

/** One change of a skill, for the audit log. */
export interface SkillChange {
  readonly place: SkillPlace & { readonly version?: string }
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Changes a skill in one transaction, with all that must follow: the publish log, the documents, the list of changes, the audit log. The
 * caller has checked that the principal may.
 */
export async function changeSkill<T>(
  hub: HubContext,
  principal: Principal,
  { place, action, details }: SkillChange,
  work: (transaction: Transaction<Tables>, skill: Row<'skills'>, at: number) => Promise<T>,
): Promise<T> {
  return registryWrite(hub.db, async (transaction) => {
    const at = hub.clock()
    const skill = await skillRow(transaction, place)
    const result = await work(transaction, skill, at)
    await logChanges(transaction, skill.id, at)
    await refreshDocument(transaction, skill.id)
    await recordAudit(transaction, {
      at,
      actor: principal.person?.handle ?? '',
      action,
      subject: place.version === undefined ? fullName(place) : `${fullName(place)}@${place.version}`,
      details,
    })
    return result
  })
}

/** The skill, for a caller who may manage it. Throws DATA_NOT_FOUND. */
export async function skillRow(db: Kysely<Tables>, place: SkillPlace): Promise<Row<'skills'>> {
  const skill = await db
    .selectFrom('skills')
    .selectAll()
    .where('scope', '=', place.scope)
    .where('name', '=', place.name)
    .executeTakeFirst()
  if (skill === undefined) throw absentSkill(place)
  return skill
}
