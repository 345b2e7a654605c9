import { SkillError } from '@skillwright/contract'
import { splitPath } from './split-path.ts'

/** The kind of source that git repositories are. */
export const GIT = 'git+'

/** Where a skill is in a git repository. */
export interface GitPlace {
  readonly url: string
  readonly protocol: 'https' | 'http' | 'ssh' | 'file'
  /** A tag, branch or commit. */
  readonly ref?: string
  readonly path?: string
}

const SHORT = /^(?<user>[\w.-]+@)?(?<host>[A-Za-z0-9][\w.-]*):(?<path>(?!\/\/)[^\s]+)$/

/** A git source with its kind in front: `git+https://host/repo.git#ref&path:folder`. `github:owner/repo`, `git@host:path` and plain addresses ending in `.git` are understood too. */
export function canonicalGit(text: string): string | undefined {
  const [address = '', ...rest] = text.split('#')
  const tail = rest.length === 0 ? '' : `#${rest.join('#')}`
  const hosted = /^(?<site>github|gitlab):(?<name>[\w.-]+\/[\w.-]+)$/.exec(address)?.groups
  if (hosted !== undefined) return `${GIT}https://${hosted.site}.com/${hosted.name}.git${tail}`
  if (address.startsWith(GIT)) return text
  const isGitAddress = /^(?:ssh|git\+ssh):\/\//.test(address) || /^https?:\/\/[^?#]+\.git$/.test(address)
  if (isGitAddress) return `${GIT}${text}`
  const short = SHORT.exec(address)?.groups
  if (short?.user === undefined) return undefined
  return `${GIT}ssh://${short.user}${short.host}/${short.path}${tail}`
}

/** Reads a git source. Throws INVALID_INPUT for an address or name that git could take for an option, a program or another transport. */
export function parseGitSpec(spec: string): GitPlace {
  const { address, path, rest } = splitPath(spec.slice(GIT.length))
  const url = URL.parse(address)
  const protocol = url?.protocol.slice(0, -1)
  if (url === null || (protocol !== 'https' && protocol !== 'http' && protocol !== 'ssh' && protocol !== 'file'))
    throw wrong(spec, 'https, http, ssh and file are understood')
  if (protocol !== 'file' && !/^[A-Za-z0-9[]/.test(url.hostname)) throw wrong(spec, 'it has no host')
  if (url.username.startsWith('-') || url.password !== '')
    throw wrong(spec, 'a password does not belong into a manifest')
  const isSafe = /^[A-Za-z0-9][\w./+-]*$/.test(rest) && !rest.includes('..') && !rest.endsWith('.lock')
  if (rest !== '' && !isSafe) throw wrong(spec, `${JSON.stringify(rest.slice(0, 80))} is not a tag, branch or commit`)
  return { url: url.href, protocol, ...(rest === '' ? {} : { ref: rest }), ...(path === undefined ? {} : { path }) }
}

/** The one form of a place in a repository. */
export function writeGitSpec({ url, ref, path }: GitPlace): string {
  const tail = [ref, path === undefined ? undefined : `path:${path}`].filter((part) => part !== undefined).join('&')
  return `${GIT}${url}${tail === '' ? '' : `#${tail}`}`
}

function wrong(spec: string, why: string): SkillError {
  return new SkillError('INVALID_INPUT', `${JSON.stringify(spec.slice(0, 120))} is not a git repository: ${why}`, {
    hint: 'Write git+https://host/owner/repo.git#v1.2.0&path:skills/name',
  })
}
