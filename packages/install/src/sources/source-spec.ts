import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { canonicalGit, parseGitSpec } from './git-spec.ts'
import { splitPath } from './split-path.ts'

const MAX_CHARACTERS = 1_000

/** A source as people write it in its one form, as it stands in locks. Throws INVALID_INPUT for what is none. */
export function readSourceSpec(written: string, base: string): string {
  const text = written.trim()
  if (text.length <= MAX_CHARACTERS && !/[\p{Cc}\s]/u.test(text)) {
    if (isPath(text)) return fileSpec(text, base)
    const git = canonicalGit(text)
    if (git !== undefined) {
      parseGitSpec(git)
      return git
    }
    if (/^(?:hub|well-known|clawhub)\+https?:\/\/[^/]/.test(text)) return text.replace(/\/+$/, '')
    if (/^https?:\/\/[^/]+\/.*\.(?:tgz|tar\.gz|zip)(?:[?#].*)?$/i.test(text)) return text
    // A site alone: its well-known addresses say what it offers.
    if (/^https?:\/\/[^/]/.test(text)) return `well-known+${text.replace(/\/+$/, '')}`
  }
  throw new SkillError('INVALID_INPUT', `Expected a source, got ${JSON.stringify(text.slice(0, 80))}`, {
    hint: `Write a folder or archive (./digest, ./digest.tgz), git+https://host/repo.git#v1.2.0&path:digest, the address of an archive or site, clawhub+https://registry, or hub+https://hub`,
  })
}

/** Whether a text is a path and nothing else. */
export function isPath(text: string): boolean {
  return /^(?:file:|\.{1,2}(?:[\\/]|$)|[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(text)
}

/** A path as a source: relative to the manifest, so that a lock is the same for everyone who has the project. */
function fileSpec(text: string, base: string): string {
  const { address, path } = splitPath(text)
  const place = address.replace(/^file:/, '').replace(/^~(?=[\\/])/, homedir())
  const steps = relative(base, resolve(base, place)).split(sep).join('/')
  const tail = path === undefined ? '' : `#path:${path}`
  return `file:${steps === '' ? '.' : steps.startsWith('.') ? steps : `./${steps}`}${tail}`
}
