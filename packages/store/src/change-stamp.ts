import type { DatabaseSync } from 'node:sqlite'
import type { Pool } from 'pg'
import type { WriteCount } from './node-sqlite-driver.ts'

/**
 * Gives a text that differs after every change of the database, by any node: this node's own at once, another's by the next turn
 * of the event loop. What was read after a stamp was taken may be kept and used for as long as the stamp is the same.
 */
export type ChangeStamp = () => string | Promise<string>

/**
 * The stamp of a SQLite file: how often this connection wrote, and whether another process did. To ask for that takes
 * locks, and is done once a turn of the event loop: the requests of one turn were all there when it began.
 */
export function sqliteStamp(database: DatabaseSync, own: WriteCount): ChangeStamp {
  const otherChanges = database.prepare('pragma data_version')
  let others: unknown
  return () => {
    if (others === undefined) {
      others = otherChanges.get()?.data_version
      setImmediate(() => {
        others = undefined
      })
    }
    return `${own.writes} ${others}`
  }
}

/** The stamp of a PostgreSQL database: which transactions have ended. One query answers every caller who was waiting when it was sent. */
export function postgresStamp(pool: Pool): ChangeStamp {
  let asking: Promise<string> | undefined
  let next: Promise<string> | undefined
  const ask = async (): Promise<string> => {
    const { rows } = await pool.query<{ stamp: string }>('select pg_current_snapshot()::text as stamp')
    return rows[0]?.stamp ?? ''
  }
  const begin = (): Promise<string> => {
    next = undefined
    const question = ask().finally(() => {
      if (asking === question) asking = undefined
    })
    asking = question
    return question
  }
  return () => {
    if (asking === undefined) return begin()
    // The one under way may have been answered already: it says nothing of what changed since.
    next ??= asking.then(begin, begin)
    return next
  }
}
