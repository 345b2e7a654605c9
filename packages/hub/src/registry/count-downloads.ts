import type { HubContext } from '../hub-context.ts'
import { WriteBehind } from '../store/write-behind.ts'

/** Counts downloads by the id of their skill. */
export function countDownloads(hub: HubContext): WriteBehind {
  return new WriteBehind(hub, 'downloads', (counted) =>
    hub.db.transaction().execute(async (transaction) => {
      for (const [id, count] of counted)
        await transaction
          .updateTable('skills')
          .set((set) => ({ downloads: set('downloads', '+', count) }))
          .where('id', '=', id)
          .execute()
    }),
  )
}
