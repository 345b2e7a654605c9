import { parseVersion, SkillError } from '@skillwright/contract'

/**
 * The semantic version that a skill states: as it is written, or with what was left out (`1.0` and `v1` are 1.0.0).
 * Undefined when it states none, or something else.
 */
export function statedVersion(stated: string | undefined): string | undefined {
  const [, major, minor = '0', patch = '0', rest = ''] =
    /^\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?\s*$/.exec(stated ?? '') ?? []
  if (major === undefined) return undefined
  try {
    return parseVersion(`${major}.${minor}.${patch}${rest}`).text
  } catch (thrown) {
    if (thrown instanceof SkillError) return undefined
    throw thrown
  }
}
