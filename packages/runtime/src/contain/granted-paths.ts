import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, normalize, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'

/** A path a skill may use: where it sees it, and what is really there. */
export interface GrantedPath {
  readonly path: string
  readonly source: string
}

// Nobody gets these: they are the machine itself, or hand it over.
const NEVER = ['/', '/proc', '/sys', '/dev', '/boot', '/etc/shadow', '/etc/sudoers', '/etc/sudoers.d']
// Shared by everything on the machine: a folder in them may be granted, they themselves may not.
const NEVER_WHOLE = ['/home', '/root', '/run', '/tmp', '/var', '/var/run', '/var/tmp']
const CONTROL_SOCKETS = ['/run/docker.sock', '/run/containerd', '/run/podman', '/run/dbus', '/run/systemd']
const KEYS = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.netrc', '.git-credentials', '.npmrc', '.pypirc']
const KEYS_IN_CONFIG = ['gcloud', 'gh', 'skillwright'].map((name) => join('.config', name))
// Written by a skill, these would run outside its sandbox.
const SYSTEM = ['/bin', '/etc', '/lib', '/lib32', '/lib64', '/opt', '/sbin', '/usr']
const STARTED_LATER = [
  '.bashrc',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.gitconfig',
  '.local/bin',
  '.config/autostart',
  '.config/systemd',
]

/** How declared paths are read. */
export interface GrantOptions {
  /** Whose `~` is meant. */
  readonly home?: string
  /** What the skill may write, when it is asked what it may read. */
  readonly written?: readonly string[]
}

/**
 * Turns declared paths into what is bound into the sandbox: `~` expanded, links resolved, missing ones left out of
 * reading. A path inside one that may be written is there with it and left out: the skill could have put a link in its
 * place, to be followed by us the next time. Throws for a path that would expose keys or the machine without saying so.
 */
export function grantedPaths(
  paths: readonly string[],
  mode: 'read' | 'write',
  { home = ownHome(), written = [] }: GrantOptions = {},
): GrantedPath[] {
  const above = (mode === 'write' ? paths : written).map((declared) => expand(declared, home))
  return paths.flatMap((declared) => {
    const path = expand(declared, home)
    if (above.some((outer) => outer !== path && contains(outer, path))) return []
    refuseDangerous(declared, path, mode, home)
    if (!existsSync(path)) {
      if (mode === 'read') return []
      throw new SkillError('DATA_NOT_FOUND', `The skill may write ${declared}, which does not exist`, {
        hint: `Create ${path} first`,
      })
    }
    const source = realpathSync(path)
    // A link must not lead where the path itself may not.
    refuseDangerous(declared, source, mode, home)
    return [{ path, source }]
  })
}

/** Our home folder, whose path skills see too; a user without one, as in many containers, has nothing in it. */
export function ownHome(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

function expand(declared: string, home: string): string {
  const path = declared === '~' || declared.startsWith('~/') ? join(home, declared.slice(1)) : declared
  if (!isAbsolute(path) || path.includes('\0'))
    throw new SkillError('PERMISSION_DENIED', `A granted path must be absolute or start with ~/, got ${declared}`)
  const normal = normalize(path)
  return normal.length > 1 && normal.endsWith(sep) ? normal.slice(0, -1) : normal
}

/** Throws for a path that would expose keys or the machine. */
export function refuseDangerous(declared: string, path: string, mode: 'read' | 'write', home: string): void {
  const keys = [...KEYS, ...KEYS_IN_CONFIG].map((name) => join(home, name))
  const refuse = (why: string) => {
    throw new SkillError('PERMISSION_DENIED', `The skill may not ${mode} ${declared}: ${why}`, {
      hint: 'Declare the one folder or file that is needed',
      details: { path: declared },
    })
  }
  for (const place of [...NEVER, ...CONTROL_SOCKETS, ...CONTROL_SOCKETS.map((socket) => `/var${socket}`)])
    if (contains(path, place) || (place !== '/' && contains(place, path))) refuse(`it would reach ${place}`)
  if (NEVER_WHOLE.includes(path)) refuse('everything on the machine shares it')
  const guarded = mode === 'write' ? [...SYSTEM, ...STARTED_LATER.map((name) => join(home, name))] : []
  for (const place of guarded)
    if (contains(path, place) || contains(place, path)) refuse(`what is in ${place} runs outside the sandbox`)
  for (const place of keys) if (contains(path, place) || contains(place, path)) refuse(`keys live in ${place}`)
}

/** True when a path is another one or lies in it. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer === '/' ? '/' : outer + sep)
}
