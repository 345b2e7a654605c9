import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import { WriteBehind } from '../store/write-behind.ts'

/** Counts downloads by the id of their skill, in all and day by day. */
export function countDownloads(hub: HubContext): Pick<WriteBehind, 'count' | 'flush'> {
  const counts = new WriteBehind(hub, 'downloads', (counted) =>
    hub.db.transaction().execute(async (transaction) => {
      for (const [key, downloads] of counted) {
        const [id = '', day] = key.split(' ')
        await transaction
          .updateTable('skills')
          .set((set) => ({ downloads: set('downloads', '+', downloads) }))
          .where('id', '=', id)
          .execute()
        await transaction
          .insertInto('download_days')
          .values({ skill_id: id, day: Number(day), downloads })
          .onConflict((conflict) =>
            conflict
              .columns(['skill_id', 'day'])
              .doUpdateSet((eb) => ({ downloads: eb('download_days.downloads', '+', eb.ref('excluded.downloads')) })),
          )
          .execute()
      }
    }),
  )
  return {
    count: (skillId) => counts.count(`${skillId} ${dayOf(hub.clock())}`),
    flush: () => counts.flush(),
  }
}

/** When the day of a time began, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
