import type { Version } from '@skillwright/contract'

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
