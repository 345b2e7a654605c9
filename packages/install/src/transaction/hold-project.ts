import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Project, readIfThere } from '../project.ts'
import { isThere } from './move.ts'
import { recover } from './run-transaction.ts'

/**
 * Keeps other processes from changing the project while something is done, and first ends what a killed one began. Throws CONFLICT while another one is at it.
 */
export async function holdProject<Result>(project: Project, work: () => Promise<Result>): Promise<Result> {
  const busy = join(project.stateDir, 'busy')
  await requireOwnState(project)
  await mkdir(project.stateDir, { recursive: true })
  await writeFile(join(project.stateDir, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
  await take(busy)
  try {
    await recover(project)
    return await work()
  } finally {
    await release(busy)
  }
}

const HOLDER = 'holder'
// In a container every process may have the same number as the one before it.
const SELF = `${process.pid} ${randomUUID()}`

/** Puts a folder that says who holds the project to its place. It is made whole before, and no folder can be renamed onto one that is not empty: who comes second always sees by whom. */
async function take(busy: string): Promise<void> {
  const own = `${busy}-${randomUUID()}`
  await mkdir(own)
  try {
    await writeFile(join(own, HOLDER), SELF)
    while (!(await isPut(own, busy))) {
      const holder = await holderOf(busy)
      if (holder !== undefined)
        throw new SkillError('CONFLICT', `Process ${holder} is changing what is installed here`, {
          hint: `Wait for it to end. If it is no skillwright, delete ${busy}`,
        })
      // Of several that find a dead holder one moves it away; one that comes late and moves the next holder puts it back.
      const away = `${own}-away`
      await rename(busy, away).catch(ignoreAbsent)
      if ((await holderOf(away)) !== undefined) await isPut(away, busy)
      await rm(away, { recursive: true, force: true })
    }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function release(busy: string): Promise<void> {
  const away = `${busy}-${randomUUID()}`
  await rename(busy, away).catch(ignoreAbsent)
  await rm(away, { recursive: true, force: true })
}

async function isPut(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(code)) return false
    // What Windows says of a folder that is there.
    if (['EPERM', 'EACCES'].includes(code) && (await isThere(to))) return false
    throw thrown
  }
}

/** The number of the living process that a folder names; undefined for any other, and for what no skillwright put there. */
async function holderOf(busy: string): Promise<number | undefined> {
  const text = (await readIfThere(join(busy, HOLDER)).catch(() => undefined)) ?? ''
  const pid = Number(text.split(' ')[0])
  if (!(pid > 0)) return undefined
  return (pid === process.pid ? text === SELF : isAlive(pid)) ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A project from elsewhere may hold a link in place of the folder that is written here. */
async function requireOwnState({ root, stateDir, isUser }: Project): Promise<void> {
  if (isUser) return
  const expected = join(await realpath(root), '.skillwright')
  for (const [place, real] of [
    [stateDir, expected],
    [join(stateDir, 'history'), join(expected, 'history')],
  ] as const) {
    if (!(await isThere(place)) || (await realpath(place).catch(() => '')) === real) continue
    throw new SkillError('PERMISSION_DENIED', `${place} is a link that leads elsewhere`, { hint: 'Remove the link' })
  }
}
