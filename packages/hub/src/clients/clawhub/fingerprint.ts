import { createHash } from 'node:crypto'
import type { FileDigest } from '@skillwright/skill'

// What ClawHub's client sorts by; an order of its own for each locale, of which English is the default.
const { compare } = new Intl.Collator('en')

/** ClawHub's name for a set of files. Its client leaves out whatever begins with a dot. */
export function fingerprintOf(files: readonly Pick<FileDigest, 'path' | 'sha256'>[]): string {
  const lines = files
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'))
    .toSorted((one, other) => compare(one.path, other.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
