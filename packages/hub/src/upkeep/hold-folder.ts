import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SkillError } from '@skillwright/contract'
import { isBusy, PRIVATE_FILE } from '@skillwright/store'

/** The file that is locked in a folder; it stays, since one that another program has open must not be removed. */
export const HOLD_FILE = '.upkeep-lock'

/** Keeps a folder for one at a time: throws CONFLICT while another holds it. The system lets go of it when a process dies. */
export function holdFolder(folder: string, doing: string): Disposable {
  const file = join(folder, HOLD_FILE)
  closeSync(openSync(file, 'a', PRIVATE_FILE))
  // Node has no lock of its own on a file; SQLite's is one on every system, between threads, too.
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // A journal beside it would stay behind when the process dies.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    database.close()
    if (!isBusy(cause)) throw cause
    throw new SkillError('CONFLICT', `There is another program ${doing} ${folder}`, {
      hint: 'Wait until it has ended, or name another folder',
      cause,
    })
  }
  return { [Symbol.dispose]: () => database.close() }
}
