import type { HubContext } from '../hub-context.ts'
import { registryWrite } from '../store/registry-write.ts'
import { logChanges } from './log-changes.ts'

/** Adds missing entries to the publish log: hubs of an older release left out what happened to a skill while it was private. */
export async function catchUpLog(hub: HubContext): Promise<void> {
  const behind = await hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('skills.id')
    .distinct()
    .where('versions.logged_state', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('skills.access', '<>', 'private'),
          eb(eb.fn.coalesce('versions.logged_state', eb.val('')), '<>', eb.ref('versions.state')),
        ]),
        eb(eb.fn.coalesce('skills.logged_access', eb.val('public')), '<>', eb.ref('skills.access')),
      ]),
    )
    .execute()
  for (const { id } of behind) await registryWrite(hub.db, (transaction) => logChanges(transaction, id, hub.clock()))
}
