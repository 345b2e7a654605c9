import { SkillError } from '@skillwright/contract'
import { checkPaths } from '@skillwright/skill'

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_CHARACTERS = 64

/** True for what the folder of an installed skill may be called: what the Agent Skills standard takes as a name, on every system. */
export function isFolderName(text: string): boolean {
  if (text.length > MAX_CHARACTERS || !NAME.test(text)) return false
  try {
    checkPaths([text])
    return true
  } catch {
    return false
  }
}

/** Gives the name back when the folder of a skill may be called so. Throws INVALID_INPUT. */
export function checkFolderName(text: string): string {
  if (isFolderName(text)) return text
  throw new SkillError(
    'INVALID_INPUT',
    `Expected a folder name of at most ${MAX_CHARACTERS} lower-case letters, digits and single hyphens, and none that Windows keeps for itself, got ${JSON.stringify(text.slice(0, 80))}`,
    { hint: 'Give it another name with --as my-name' },
  )
}
