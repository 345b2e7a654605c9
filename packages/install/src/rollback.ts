import { dirname } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Project } from './project.ts'
import { holdProject } from './transaction/hold-project.ts'
import { type Journal, readHistory } from './transaction/journal.ts'
import { isThere } from './transaction/move.ts'
import { type Change, runTransaction } from './transaction/run-transaction.ts'

/** What `rollback` takes back. */
export interface Rollback {
  readonly title: string
  readonly at: string
  /** Paths that become what they were. */
  readonly paths: readonly string[]
}

/**
 * Takes the last change of a project back, byte for byte: manifest, lock and every folder are again what they were, with all their user had changed in them. What
 * is there now goes to the history too. Called again it takes back the change before. Throws DATA_NOT_FOUND when there is none.
 */
export function rollback(project: Project, { dryRun = false, clock = () => new Date() } = {}): Promise<Rollback> {
  return holdProject(project, async () => {
    const journal = lastChange(await readHistory(project))
    if (journal === undefined)
      throw new SkillError('DATA_NOT_FOUND', 'There is no earlier state to go back to', {
        hint: 'Nothing has been installed here yet',
      })
    const { title, at, steps } = journal
    const answer = { title, at, paths: steps.map(({ path }) => path) }
    if (dryRun) return answer
    const changes = await Promise.all(
      steps.map(async ({ path, backup }): Promise<Change> => {
        const stageIn = dirname(path)
        return (await isThere(backup)) ? { path, stageIn, take: backup } : { path, stageIn }
      }),
    )
    await runTransaction(project, { title: `rollback of: ${title}`, changes, undoes: journal.number, clock })
    return answer
  })
}

/** The newest change that was not taken back and does not take one back. */
function lastChange(history: readonly Journal[]): Journal | undefined {
  const undone = new Set(history.map(({ undoes }) => undoes))
  return history.find(({ number, undoes }) => undoes === undefined && !undone.has(number))
}
