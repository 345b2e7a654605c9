import type { READ_DOWNLOADS, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { dayOf } from './count-downloads.ts'
import { findSkill, type SkillPlace } from './find-skill.ts'

/** How often a skill was downloaded on each of the last days, today included. */
export async function readDownloads(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { days = 30 }: Wire<typeof READ_DOWNLOADS.schema.querystring>,
): Promise<Wire<(typeof READ_DOWNLOADS.schema.response)[200]>> {
  const { id, downloads } = await findSkill(hub, principal, place)
  const first = dayOf(hub.clock()) - (days - 1) * DAY_MS
  const rows = await hub.db
    .selectFrom('download_days')
    .select(['day', 'downloads'])
    .where('skill_id', '=', id)
    .where('day', '>=', first)
    .execute()
  const counted = new Map(rows.map((row) => [row.day, row.downloads]))
  return {
    downloads,
    days: Array.from({ length: days }, (_, i) => {
      const day = first + i * DAY_MS
      return { at: new Date(day).toISOString(), downloads: counted.get(day) ?? 0 }
    }),
  }
}
