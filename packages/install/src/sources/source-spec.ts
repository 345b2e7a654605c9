import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { canonicalGit, parseGitSpec, writeGitSpec } from './git-spec.ts'
import { splitPath } from './split-path.ts'

const MAX_CHARACTERS = 1_000

/** A source as people write it in its one form, as it stands in locks. Throws INVALID_INPUT for what is none. */
export function readSourceSpec(written: string, base: string): string {
  const text = written.trim()
  if (text.length <= MAX_CHARACTERS && !/[\p{Cc}\s]/u.test(text)) {
    if (isPath(text)) return fileSpec(text, base)
    const git = canonicalGit(text)
    if (git !== undefined) return writeGitSpec(parseGitSpec(git))
    const [, kind, address] = /^(?:(hub|well-known|clawhub)\+)?(https?:\/\/.*)$/.exec(text) ?? []
    // One address has one form, without steps upwards: policies compare texts.
    const href = address === undefined ? undefined : URL.parse(address)?.href
    if (kind !== undefined && href !== undefined) return `${kind}+${withoutEnd(href)}`
    if (href !== undefined && /^https?:\/\/[^/]+\/.*\.(?:tgz|tar\.gz|zip)(?:[?#].*)?$/i.test(href)) return href
    // A site alone: its well-known addresses say what it offers.
    if (href !== undefined) return `well-known+${withoutEnd(href)}`
  }
  throw new SkillError('INVALID_INPUT', `Expected a source, got ${JSON.stringify(text.slice(0, 80))}`, {
    hint: `Write a folder or archive (./digest, ./digest.tgz), git+https://host/repo.git#v1.2.0&path:digest, the address of an archive or site, clawhub+https://registry, or hub+https://hub`,
  })
}

/** An address without the slashes at the end of its path; what follows `#` stays. */
function withoutEnd(href: string): string {
  return href.replace(/\/+(?=#|$)/, '')
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
