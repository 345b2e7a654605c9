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

/**
 * Text that sorts as the version does among versions. It has only hexadecimal digits, which every collation sorts alike,
 * so that a database can find the newest version by an index.
 */
export function versionOrder({ major, minor, patch, prerelease }: Version): string {
  const release = [major, minor, patch].map(orderNumber).join('')
  // A release comes after its pre-releases, and a pre-release after the one that is its beginning.
  return prerelease.length === 0 ? `${release}f` : `${release}0${prerelease.map(orderIdentifier).join('')}0`
}

function orderIdentifier(identifier: string | number): string {
  const text = String(identifier)
  return /^\d+$/.test(text) ? `1${orderNumber(text)}` : `2${Buffer.from(text).toString('hex')}00`
}

/** Its digits after how many they are, so that a longer number comes later. */
function orderNumber(number: number | string): string {
  const digits = String(number)
  return digits.length.toString(16).padStart(2, '0') + digits
}
