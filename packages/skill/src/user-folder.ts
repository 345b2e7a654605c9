import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

const KINDS = {
  config: { own: 'SKILLWRIGHT_CONFIG', xdg: 'XDG_CONFIG_HOME', inHome: '.config' },
  cache: { own: 'SKILLWRIGHT_CACHE', xdg: 'XDG_CACHE_HOME', inHome: '.cache' },
  data: { own: 'SKILLWRIGHT_DATA', xdg: 'XDG_DATA_HOME', inHome: '.local/share' },
  state: { own: 'SKILLWRIGHT_STATE', xdg: 'XDG_STATE_HOME', inHome: '.local/state' },
} as const

/**
 * Where a user's settings and keys, what can be made again, data, or what belongs to this machine are kept. `SKILLWRIGHT_CONFIG`,
 * `_CACHE`, `_DATA` and `_STATE` move it, as do the folders of the XDG specification. An empty or relative one counts as absent: tokens must not land in the current folder.
 */
export function userFolder(
  kind: keyof typeof KINDS,
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: () => string = userHome,
): string {
  const { own, xdg, inHome } = KINDS[kind]
  return absolute(env[own]) ?? join(absolute(env[xdg]) ?? join(home(), inHome), 'skillwright')
}

function userHome(): string {
  return absolute(homedir()) ?? userInfo().homedir
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}
