import { link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Project } from '../project.ts'
import { isThere } from './move.ts'
import { recover } from './run-transaction.ts'

/**
 * Keeps other processes from changing the project while something is done, and first ends what a killed one began. Throws CONFLICT while another one is at it.
 */
export async function holdProject<Result>(project: Project, work: () => Promise<Result>): Promise<Result> {
  const file = join(project.stateDir, 'busy')
  await requireOwnState(project)
  await mkdir(project.stateDir, { recursive: true })
  await writeFile(join(project.stateDir, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
  await take(file)
  try {
    await recover(project)
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(file, `${process.pid}\n`, { flag: 'wx' })
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder > 0 && isAlive(holder))
      throw new SkillError('CONFLICT', `Process ${holder} is changing what is installed here`, {
        hint: `Wait for it to end. If it is no skillwright, delete ${file}`,
      })
    // Of several that find a dead holder one moves the file away; one that comes late and moves that of the next holder puts it back.
    const away = `${file}.${process.pid}`
    await rename(file, away).catch(() => undefined)
    const moved = Number(await readFile(away, 'utf8').catch(() => ''))
    if (moved > 0 && isAlive(moved)) await link(away, file).catch(() => undefined)
    await rm(away, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
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
