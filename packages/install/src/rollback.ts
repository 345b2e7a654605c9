import { dirname } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { EMPTY_LOCK, type Lock } from './lock/lock.ts'
import { readLock } from './lock/read-lock.ts'
import { readManifest } from './manifest/read-manifest.ts'
import { editsOf, isEdited, readPlaced } from './place/read-placed.ts'
import { readReceipt } from './place/receipt.ts'
import type { Installer } from './plan/installer.ts'
import { judgeLocked } from './policy/judge-locked.ts'
import { readPolicies } from './policy/read-policies.ts'
import { type Project, readIfThere } from './project.ts'
import { diskPath } from './project-path.ts'
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
  /** Folders that their user changed since, and where they are kept as they were left. */
  readonly kept: readonly { readonly path: string; readonly in: string }[]
}

/**
 * Takes the last change of a project back, byte for byte: manifest, lock and every folder are again what they were, with all their user had changed in them. What
 * is there now goes to the history too. Called again it takes back the change before. Throws DATA_NOT_FOUND when there is none, PERMISSION_DENIED when a policy does not
 * allow what was there.
 */
export function rollback(installer: Installer, { dryRun = false } = {}): Promise<Rollback> {
  const { project, clock } = installer
  return holdProject(project, async () => {
    const journal = lastChange(await readHistory(project))
    if (journal === undefined)
      throw new SkillError('DATA_NOT_FOUND', 'There is no earlier state to go back to', {
        hint: 'Nothing has been installed here yet',
      })
    const { title, at, steps } = journal
    const answer = { title, at, paths: steps.map(({ path }) => path) }
    await judgeEarlier(installer, steps)
    if (dryRun) return { ...answer, kept: [] }
    const edited = await editedFolders(project)
    const changes = await Promise.all(
      steps.map(async ({ path, backup }): Promise<Change> => {
        const stageIn = dirname(path)
        return (await isThere(backup)) ? { path, stageIn, take: backup } : { path, stageIn }
      }),
    )
    const done = await runTransaction(project, {
      title: `rollback of: ${title}`,
      changes,
      undoes: journal.number,
      ...(clock === undefined ? {} : { clock }),
    })
    const kept = done.steps.filter(({ path }) => edited.has(path)).map(({ path, backup }) => ({ path, in: backup }))
    return { ...answer, kept }
  })
}

async function editedFolders(project: Project): Promise<ReadonlySet<string>> {
  const { folders } = await readReceipt(project)
  const edited = await Promise.all(
    folders.map(async (folder) => {
      const path = diskPath(project, folder.path)
      const content = folder.linkTo === undefined ? await readPlaced(path) : undefined
      return content !== undefined && isEdited(editsOf(folder, content)) ? [path] : []
    }),
  )
  return new Set(edited.flat())
}

/** Holds the lock that would be restored to the policies of today. */
async function judgeEarlier(installer: Installer, steps: Journal['steps']): Promise<void> {
  const step = steps.find(({ path }) => path === installer.project.lockFile)
  if (step === undefined) return
  // The lock of now is not read: it may be what one wants to go back from.
  const { manifestFile } = installer.project
  const manifest = readManifest((await readIfThere(manifestFile)) ?? '', manifestFile)
  const policies = await readPolicies(installer.project, manifest, installer.env)
  const text = await readIfThere(step.backup)
  const lock: Lock = text === undefined ? EMPTY_LOCK : readLock(text, installer.project.lockFile)
  await judgeLocked(lock, policies, installer, installer.sourcesOf(manifest))
}

/** The newest change that was not taken back and does not take one back. */
function lastChange(history: readonly Journal[]): Journal | undefined {
  const undone = new Set(history.map(({ undoes }) => undoes))
  return history.find(({ number, undoes }) => undoes === undefined && !undone.has(number))
}
