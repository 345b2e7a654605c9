import { SkillError } from '@skillwright/contract'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { appendLog } from '../log/append-log.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import { findLookalike } from './check-lookalikes.ts'
import type { SkillPlace } from './find-skill.ts'
import { changeSkill } from './manage-skill.ts'
import { logEntry } from './release-version.ts'
import { fullName } from './skill-name.ts'

/** Changes who may see and use a skill. A private one that is opened must bear its name in public, and enters the publish log. */
export async function setAccess(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  access: Row<'skills'>['access'],
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  await changeSkill(
    hub,
    principal,
    { place, action: 'skill.access', details: { access } },
    async (transaction, skill, at) => {
      await transaction.updateTable('skills').set({ access }).where('id', '=', skill.id).execute()
      if (skill.access !== 'private' || access === 'private') return
      if (!principal.scopes.has('admin')) await refuseLookalike(transaction, skill)
      await logUnlogged(transaction, skill, at)
    },
  )
}

async function refuseLookalike(transaction: Transaction<Tables>, skill: Row<'skills'>): Promise<void> {
  const { owner_id: ownerId } = await transaction
    .selectFrom('scopes')
    .select('owner_id')
    .where('name', '=', skill.scope)
    .executeTakeFirstOrThrow()
  const lookalike = await findLookalike(transaction, { name: skill.name, ownerId })
  if (lookalike === undefined) return
  throw new SkillError('CONFLICT', `${fullName(skill)} could be mistaken for ${lookalike.of}`, {
    hint: 'Publish it under another name, or ask an administrator to open it',
    details: { lookalike: lookalike.of },
  })
}

async function logUnlogged(transaction: Transaction<Tables>, skill: Row<'skills'>, at: number): Promise<void> {
  const versions = await transaction
    .selectFrom('versions')
    .select(['id', 'version', 'digest', 'archive_sha256', 'signed_by'])
    .where('skill_id', '=', skill.id)
    .where('released_at', 'is not', null)
    .where('log_index', 'is', null)
    .where('state', 'in', ['published', 'yanked'])
    .orderBy('released_at')
    .execute()
  for (const version of versions) {
    const logIndex = await appendLog(transaction, logEntry(skill, version), at)
    await transaction.updateTable('versions').set({ log_index: logIndex }).where('id', '=', version.id).execute()
  }
}
