import { fullName } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import { appendLog } from '../log/append-log.ts'
import type { Row, Tables } from '../store/tables.ts'

type State = NonNullable<Row<'versions'>['logged_state']>

/** What the log says of a version that goes from one state to another. */
const STEPS: Readonly<Record<State, Readonly<Record<State, readonly string[]>>>> = {
  published: { published: [], yanked: ['yank'], quarantined: ['quarantine'] },
  yanked: { published: ['unyank'], yanked: [], quarantined: ['quarantine'] },
  quarantined: { published: ['release'], yanked: ['release', 'yank'], quarantined: [] },
}

/**
 * Brings the publish log up to date with a skill: each released version and its state, what
 * is deprecated, and who has access. The log is public, so nothing but the fact is logged of a skill that became private, and what happened to it
 * meanwhile is logged when it is opened again. Called after every change of a skill, inside its transaction, so that no change can be left out.
 */
export async function logChanges(transaction: Transaction<Tables>, skillId: string, at: number): Promise<void> {
  const skill = await transaction.selectFrom('skills').selectAll().where('id', '=', skillId).executeTakeFirstOrThrow()
  const append = (entry: object) => appendLog(transaction, entry, at)
  if (skill.access !== 'private') {
    await logVersions(transaction, skill, append)
    if (skill.deprecated !== skill.logged_deprecated && (await isKnown(transaction, skillId))) {
      await append({ type: 'deprecate', skill: fullName(skill), message: skill.deprecated })
      await noteSkill(transaction, skillId, { logged_deprecated: skill.deprecated })
    }
  }
  // Last: a follower of the log has taken back what was taken back before it gives the skill out again.
  if (skill.access !== (skill.logged_access ?? 'public') && (await isKnown(transaction, skillId))) {
    await append({ type: 'access', skill: fullName(skill), access: skill.access })
    await noteSkill(transaction, skillId, { logged_access: skill.access })
  }
}

type Append = (entry: object) => Promise<number>

async function logVersions(transaction: Transaction<Tables>, skill: Row<'skills'>, append: Append): Promise<void> {
  const versions = await transaction
    .selectFrom('versions')
    .select(['id', 'version', 'digest', 'archive_sha256', 'signed_by'])
    .select(['state', 'deprecated', 'log_index', 'logged_state', 'logged_deprecated'])
    .where('skill_id', '=', skill.id)
    .where('released_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce('logged_state', eb.val('')), '<>', eb.ref('state')),
        eb(eb.fn.coalesce('logged_deprecated', eb.val('')), '<>', eb.fn.coalesce('deprecated', eb.val(''))),
      ]),
    )
    .orderBy('released_at')
    .orderBy('version_order')
    .execute()
  for (const { id, state, deprecated, log_index, logged_state, logged_deprecated, ...version } of versions) {
    // A version that was taken back before its release stays out of the log.
    if (state === 'pending' || (logged_state === null && state === 'quarantined')) continue
    const entry = { skill: fullName(skill), ...version }
    const index = logged_state === null ? await append({ type: 'publish', ...entry }) : log_index
    for (const type of STEPS[logged_state ?? 'published'][state]) await append({ type, ...entry })
    if (deprecated !== logged_deprecated) await append({ type: 'deprecate', ...entry, message: deprecated })
    await transaction
      .updateTable('versions')
      .set({ log_index: index, logged_state: state, logged_deprecated: deprecated })
      .where('id', '=', id)
      .execute()
  }
}

/** Whether the log speaks of a skill at all. */
async function isKnown(transaction: Transaction<Tables>, skillId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('versions')
    .select('id')
    .where('skill_id', '=', skillId)
    .where('logged_state', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function noteSkill(
  transaction: Transaction<Tables>,
  skillId: string,
  noted: Partial<Pick<Row<'skills'>, 'logged_access' | 'logged_deprecated'>>,
): Promise<void> {
  await transaction.updateTable('skills').set(noted).where('id', '=', skillId).execute()
}
