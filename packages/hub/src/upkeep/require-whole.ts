import { DatabaseSync } from 'node:sqlite'
import { SkillError } from '@skillwright/contract'

/** Throws INTEGRITY_FAILED for a file that is no SQLite database, or a damaged one. */
export function requireWhole(file: string, { what, hint }: { readonly what: string; readonly hint: string }): void {
  const wrong = whatIsWrong(file)
  if (wrong !== undefined) throw new SkillError('INTEGRITY_FAILED', `${what} is damaged: ${wrong}`, { hint })
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
