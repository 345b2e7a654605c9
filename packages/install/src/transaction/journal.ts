import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Project, readIfThere } from '../project.ts'
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

/** The file of the change that is under way. */
export function journalFile({ stateDir }: Project): string {
  return join(stateDir, 'journal.json')
}

/** The folder of what one change replaced. */
export function historyFolder({ stateDir }: Project, number: number): string {
  return join(stateDir, 'history', String(number).padStart(6, '0'))
}

/** Writes a journal: whole and on disk, or not at all. */
export async function writeJournal(file: string, journal: Journal): Promise<void> {
  const half = `${file}.${process.pid}.tmp`
  const handle = await open(half, 'w')
  try {
    await handle.writeFile(await seal(`${JSON.stringify(journal)}\n`))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(half, file)
}

/** The journal in a file; undefined when there is none of this user's. */
export async function readJournal(file: string): Promise<Journal | undefined> {
  const sealed = await readIfThere(file)
  const text = sealed === undefined ? undefined : await unseal(sealed)
  // What is under the seal was written by writeJournal.
  return text === undefined ? undefined : (JSON.parse(text) as Journal)
}

/** Every change that was made, the newest first. */
export async function readHistory(project: Project): Promise<readonly Journal[]> {
  const dir = join(project.stateDir, 'history')
  const names = await readdir(dir).catch(() => [])
  const numbers = names.filter((name) => /^\d{6}$/.test(name)).map(Number)
  const journals = await Promise.all(
    numbers
      .toSorted((a, b) => b - a)
      .map((number) => readJournal(join(historyFolder(project, number), 'journal.json'))),
  )
  return journals.filter((journal) => journal !== undefined)
}

/** The number of the next change. */
export async function nextNumber(project: Project): Promise<number> {
  const names = await readdir(join(project.stateDir, 'history')).catch(() => [])
  return names.reduce((most, name) => Math.max(most, /^\d{6}$/.test(name) ? Number(name) : 0), 0) + 1
}

/** Forgets a journal that is no longer needed. */
export async function dropJournal(project: Project): Promise<void> {
  await rm(journalFile(project), { force: true })
}
