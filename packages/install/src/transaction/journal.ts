import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Project, readIfThere } from '../project.ts'
import { diskPath, storedPath } from '../project-path.ts'
import { isThere } from './move.ts'
import { seal, unseal } from './seal.ts'

/** One path that changes: what is there goes to `backup`, and `staged`, if there is one, takes its place. */
export interface Step {
  readonly path: string
  readonly staged?: string
  readonly backup: string
}

/** A change of several paths at once. */
export interface Journal {
  /** Its place in the history. */
  readonly number: number
  /** While it is `staging` nothing has changed; once it is `commit` all of it will. */
  readonly phase: 'staging' | 'commit'
  /** What was done, as a user typed it. */
  readonly title: string
  readonly at: string
  /** The number of the change that this one takes back. */
  readonly undoes?: number
  /** Folders that are only needed until it is done. */
  readonly staging: readonly string[]
  readonly steps: readonly Step[]
}

const JOURNAL = 'journal.json'

/** The file of the change that is under way. */
export function journalFile({ stateDir }: Project): string {
  return join(stateDir, JOURNAL)
}

/** The folder of what one change replaced. */
export function historyFolder({ stateDir }: Project, number: number): string {
  return join(stateDir, 'history', String(number).padStart(6, '0'))
}

/** Writes the journal of the change that is under way: whole and on disk, or not at all. */
export async function writeJournal(project: Project, journal: Journal): Promise<void> {
  const file = journalFile(project)
  // No one can know the name, and have a link there already that leads elsewhere.
  const half = `${file}.${randomUUID()}.tmp`
  const stored = withPaths(journal, (path) => storedPath(project, path))
  const handle = await open(half, 'wx')
  try {
    await handle.writeFile(await seal(`${JSON.stringify(stored)}\n`))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(half, file)
}

/** The journal in a file of a project; undefined when there is none of this user's. */
export async function readJournal(project: Project, file = journalFile(project)): Promise<Journal | undefined> {
  const sealed = await readIfThere(file)
  const text = sealed === undefined ? undefined : await unseal(sealed)
  if (text === undefined) return undefined
  // What is under the seal was written by writeJournal.
  return withPaths(JSON.parse(text) as Journal, (path) => diskPath(project, path))
}

function withPaths(journal: Journal, convert: (path: string) => string): Journal {
  return {
    ...journal,
    staging: journal.staging.map(convert),
    steps: journal.steps.map(({ path, staged, backup }) => ({
      path: convert(path),
      backup: convert(backup),
      ...(staged === undefined ? {} : { staged: convert(staged) }),
    })),
  }
}

/** Every change that was made, the newest first. */
export async function readHistory(project: Project): Promise<readonly Journal[]> {
  const journals = await Promise.all((await numbersOf(project)).map((number) => journalAt(project, number)))
  return journals.filter((journal) => journal !== undefined)
}

/** The numbers of the changes that there are folders of, the newest first. */
async function numbersOf({ stateDir }: Project): Promise<number[]> {
  const names = await readdir(join(stateDir, 'history')).catch(() => [])
  return names
    .filter((name) => /^\d{6,12}$/.test(name))
    .map(Number)
    .toSorted((a, b) => b - a)
}

function journalAt(project: Project, number: number): Promise<Journal | undefined> {
  return readJournal(project, join(historyFolder(project, number), JOURNAL))
}

/** The number of the next change: the first after the last of this user's at which nothing is. */
export async function nextNumber(project: Project): Promise<number> {
  for (let number = (await lastNumber(project)) + 1; ; number++)
    if (!(await isThere(historyFolder(project, number)))) return number
}

async function lastNumber(project: Project): Promise<number> {
  for (const number of await numbersOf(project)) if ((await journalAt(project, number)) !== undefined) return number
  return 0
}

const KEPT_CHANGES = 50
const KEPT_DAYS = 30

/** Forgets what was replaced long ago: what is neither among the last changes nor younger than a month. */
export async function pruneHistory(project: Project, now: Date): Promise<void> {
  const oldest = now.getTime() - KEPT_DAYS * 86_400_000
  for (const number of (await numbersOf(project)).slice(KEPT_CHANGES)) {
    const journal = await journalAt(project, number)
    if (journal === undefined || Date.parse(journal.at) >= oldest) continue
    // Without its journal a half that a killed process leaves is never taken for the whole.
    await rm(join(historyFolder(project, number), JOURNAL))
    await rm(historyFolder(project, number), { recursive: true, force: true })
  }
}

/** Forgets a journal that is no longer needed. */
export async function dropJournal(project: Project): Promise<void> {
  await rm(journalFile(project), { force: true })
}
