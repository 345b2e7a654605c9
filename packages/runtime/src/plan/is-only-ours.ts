import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const FOR_GROUP = 0o020
const FOR_ALL = 0o002

/** True when only this user, or root, could have written a file: neither it nor its folder belongs to others or is open to them. */
export async function isOnlyOurs(file: string): Promise<boolean> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined) return true
  const found = await Promise.all([file, dirname(file)].map((path) => stat(path).catch(() => undefined)))
  return found.every((one) => {
    if (one === undefined || (one.uid !== uid && one.uid !== 0) || (one.mode & FOR_ALL) !== 0) return false
    // Where each user has a private group, write access for it gives no other user access.
    return (one.mode & FOR_GROUP) === 0 || one.gid === gid
  })
}

/** True when every user of the machine may write a file, or put files into a folder. */
export async function isOpenToAll(path: string): Promise<boolean> {
  return process.getuid !== undefined && ((await stat(path)).mode & FOR_ALL) !== 0
}
