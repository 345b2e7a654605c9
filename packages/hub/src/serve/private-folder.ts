import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'

const FOR_OTHERS = 0o077
const OURS_ALONE = 0o700

/** Makes a folder that only this user can enter. Throws PERMISSION_DENIED when it is another user's, or no folder. */
export function claimPrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: OURS_ALONE })
  const { uid, mode } = requireFolder(dir)
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new SkillError('PERMISSION_DENIED', `${dir} belongs to another user`, {
      hint: 'Name another place with SKILLWRIGHT_STATE',
    })
  if ((mode & FOR_OTHERS) !== 0) chmodSync(dir, OURS_ALONE)
}

function requireFolder(dir: string) {
  const found = lstatSync(dir)
  if (found.isDirectory()) return found
  // A link of another user could lead to a folder of ours, or away from it.
  throw new SkillError('PERMISSION_DENIED', `${dir} is a link, and not a folder`, {
    hint: 'Name another place with SKILLWRIGHT_STATE',
  })
}
