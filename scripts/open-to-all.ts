import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** For tests that start programs as another user: whether every user can reach what is in a folder. Root's home is mostly closed. */
export async function isOpenToAll(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}
