import { DatabaseSync } from 'node:sqlite'
import { SkillError } from '@skillwright/contract'

/** Throws INTEGRITY_FAILED for a file that is no SQLite database, or a damaged one. */
export function requireWhole(file: string): void {
  const wrong = whatIsWrong(file)
  if (wrong === undefined) return
  throw new SkillError('INTEGRITY_FAILED', `The database of the backup is damaged: ${wrong}`, {
    hint: 'Take another backup; its packages are as good as before',
  })
}

function whatIsWrong(file: string): string | undefined {
  try {
    using database = new DatabaseSync(file, { readOnly: true })
    const { integrity_check: found } = database.prepare('pragma integrity_check').get() ?? {}
    return found === 'ok' ? undefined : String(found)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
