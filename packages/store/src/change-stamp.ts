import type { DatabaseSync } from 'node:sqlite'
import type { Pool } from 'pg'
import { type ChangeMarks, markChanges } from './change-marks.ts'
import type { WriteCount } from './node-sqlite-driver.ts'

/**
 * Gives a text that differs after every change of the database, but of its quiet tables, by any node: this node's own at once, another's by the next turn
 * of the event loop. What was read after a stamp was taken may be kept and used for as long as the stamp is the same.
 */
export type ChangeStamp = () => string | Promise<string>

/**
 * The stamp of a SQLite file: how often this connection wrote, and whether another process did. To ask for that takes
 * locks, and is done once a turn of the event loop: the requests of one turn were all there when it began.
 */
export function sqliteStamp(database: DatabaseSync, own: WriteCount): ChangeStamp {
  const otherChanges = database.prepare('pragma data_version')
  // An object, with a shape of its own each time, takes three times as long.
  otherChanges.setReturnArrays(true)
  let others: string | undefined
  return () => {
    if (others === undefined) {
      others = String(otherChanges.get())
      setImmediate(() => {
        others = undefined
      })
    }
    return `${own.writes} ${others}`
  }
}

/** Which transactions have ended. */
const ALL_CHANGES = 'select pg_current_snapshot()::text as stamp'

/** The stamp of a PostgreSQL database, and what makes it one of loud tables alone. One query answers every caller who was waiting when it was sent. */
export function postgresStamp(pool: Pool): {
  readonly stamp: ChangeStamp
  setQuiet(tables: readonly string[]): Promise<void>
} {
  let asking: Promise<string> | undefined
  let next: Promise<string> | undefined
  let marks: ChangeMarks | undefined
  const ask = async (): Promise<string> => {
    if (marks !== undefined) return marks.read()
    const { rows } = await pool.query<{ stamp: string }>(ALL_CHANGES)
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
  const stamp = () => {
    if (asking === undefined) return begin()
    // The one under way may have been answered already: it says nothing of what changed since.
    next ??= asking.then(begin, begin)
    return next
  }
  return {
    stamp,
    async setQuiet(tables) {
      marks = await markChanges(pool, tables)
    },
  }
}
