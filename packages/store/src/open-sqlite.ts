import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './database-failure.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-modes.ts'

const ATTEMPTS = 200
const RETRY_MS = 25

/** Opens the file so that what was acknowledged survives a crash, and several processes can share it. */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  // SQLite would make it readable by all users; the files it writes beside it get the same mode.
  closeSync(openSync(file, 'a', PRIVATE_FILE))
  const database = new DatabaseSync(file, { timeout: 0 })
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'trusted_schema = off'])
    await untilFree(() => database.exec(`pragma ${pragma}`))
  return database
}

/** Only one process at a time can make a new file a write-ahead one. */
async function untilFree(work: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isBusy(error)) throw error
      await sleep(RETRY_MS)
    }
  }
}
