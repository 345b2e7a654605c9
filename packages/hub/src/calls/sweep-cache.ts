import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Jobs } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'

/** Younger ones may be of a run that is not written down yet. */
const YOUNG_MS = 3_600_000

/** Removes folders of runs that no process does any more: one that was killed could not remove its own. */
export async function sweepWork({ config, clock }: HubContext, { read }: Pick<Jobs, 'read'>): Promise<void> {
  const folder = join(config.dir, 'cache', 'work')
  for (const { name, path } of await olderThan(folder, clock() - YOUNG_MS)) {
    const [, id = '', attempt] = /^(.+)-(\d+)$/.exec(name) ?? []
    const run = await read(id)
    if (run?.state !== 'running' || run.attempt > Number(attempt)) await removeFolder(path)
  }
}

/** What a folder holds that was not touched since a time. */
export async function olderThan(
  folder: string,
  time: number,
): Promise<readonly { readonly name: string; readonly path: string }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old = []
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < time) old.push({ name, path })
  }
  return old
}

/** Removes a folder as a whole: what is half removed would be taken for what it was. */
export async function removeFolder(path: string): Promise<void> {
  const gone = `${path}.${randomUUID()}`
  const isOurs = await rename(path, gone).then(
    () => true,
    () => false,
  )
  if (isOurs) await rm(gone, { recursive: true, force: true })
}
