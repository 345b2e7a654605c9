import { parseVersion, SkillError, type Version } from '@skillwright/contract'

const MAX_CHARACTERS = 64

/** Reads a version that can be published: semantic, written out, without `v` and build metadata. Throws INVALID_INPUT. */
export function checkVersion(text: string): Version {
  const version = text.length > MAX_CHARACTERS ? undefined : parseVersion(text)
  if (version?.text === text) return version
  throw new SkillError('INVALID_INPUT', `Expected a version such as 1.2.0, got ${JSON.stringify(text.slice(0, 80))}`, {
    hint: `Write major.minor.patch, with a pre-release such as -rc.1 if it is one, without v and + and in at most ${MAX_CHARACTERS} characters`,
  })
}

/** True for a version that can be published, as opposed to a range or a word. */
export function isVersion(text: string): boolean {
  try {
    return checkVersion(text).text === text
  } catch {
    return false
  }
}
