import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Project } from '../project.ts'
import { inParallel } from './in-parallel.ts'
import {
  dropJournal,
  historyFolder,
  type Journal,
  journalFile,
  nextNumber,
  pruneHistory,
  readJournal,
  type Step,
  writeJournal,
} from './journal.ts'
import { isThere, move } from './move.ts'

/** What a path becomes. */
export interface Change {
  readonly path: string
  /** The folder in which it is made: on the same disk, and read by no agent. */
  readonly stageIn: string
  /** Makes what will be there, at another path; absent when nothing will be there. */
  readonly make?: (staged: string) => Promise<void>
  /** Something that exists already and is moved there; instead of `make`. */
  readonly take?: string
}

/** What a transaction is. */
export interface Transaction {
  readonly title: string
  readonly changes: readonly Change[]
  readonly undoes?: number
  readonly clock?: () => Date
}

/**
 * Changes several paths as one: everything new is made beside its place first, then a journal says what will be moved where, then it is moved. A process that
 * is killed before the journal has changed nothing; one that is killed after it has changed everything as soon as `recover` has run.
 */
export async function runTransaction(
  project: Project,
  { title, changes, undoes, clock = () => new Date() }: Transaction,
): Promise<Journal> {
  const number = await nextNumber(project)
  const history = historyFolder(project, number)
  await mkdir(join(project.stateDir, 'history'), { recursive: true })
  await writeFile(join(project.stateDir, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
  // No one can know the name, and have a link there already that leads elsewhere.
  const stagingName = `.skillwright-staging-${randomUUID()}`
  const stagingOf = ({ stageIn }: Change) => join(stageIn, stagingName)
  const steps = changes.map((change, i): Step => {
    const { path, make, take } = change
    const staged = take ?? (make === undefined ? undefined : join(stagingOf(change), String(i)))
    return { path, backup: join(history, String(i)), ...(staged === undefined ? {} : { staged }) }
  })
  const staging = [...new Set(changes.filter(({ make }) => make !== undefined).map(stagingOf))]
  const journal: Journal = {
    number,
    phase: 'staging',
    title,
    at: clock().toISOString(),
    staging,
    steps,
    ...(undoes === undefined ? {} : { undoes }),
  }
  await writeJournal(project, journal)
  try {
    for (const folder of staging) await mkdir(folder, { recursive: true })
    await inParallel(changes, async ({ make }, i) => {
      const staged = steps[i]?.staged
      if (make !== undefined && staged !== undefined) await make(staged)
    })
  } catch (thrown) {
    await clear(project, staging)
    throw thrown
  }
  await writeJournal(project, { ...journal, phase: 'commit' })
  await finish(project, { ...journal, phase: 'commit' })
  await pruneHistory(project, clock())
  return journal
}

/** Ends what a killed process began: undone when it had changed nothing yet, else done. Says which. */
export async function recover(project: Project): Promise<'nothing' | 'undone' | 'done'> {
  const journal = await readJournal(project)
  if (journal === undefined) return 'nothing'
  if (journal.phase === 'commit') await finish(project, journal)
  else await clear(project, journal.staging)
  return journal.phase === 'commit' ? 'done' : 'undone'
}

async function finish(project: Project, journal: Journal): Promise<void> {
  const history = historyFolder(project, journal.number)
  await mkdir(history, { recursive: true })
  for (const step of journal.steps) await apply(step)
  for (const folder of journal.staging) await rm(folder, { recursive: true, force: true })
  await rename(journalFile(project), join(history, 'journal.json'))
}

/** Does a step, or the rest of it: what is staged no longer has been moved already. */
async function apply({ path, staged, backup }: Step): Promise<void> {
  if (staged !== undefined && !(await isThere(staged))) return
  if (await isThere(path)) await move(path, await freeName(backup))
  if (staged === undefined) return
  await mkdir(dirname(path), { recursive: true })
  await move(staged, path)
}

/** What came to the place after a killed process had emptied it is kept too. */
async function freeName(path: string): Promise<string> {
  for (let i = 0; ; i++) {
    const name = i === 0 ? path : `${path}.${i}`
    if (!(await isThere(name))) return name
  }
}

async function clear(project: Project, staging: readonly string[]): Promise<void> {
  for (const folder of staging) await rm(folder, { recursive: true, force: true })
  await dropJournal(project)
}
