import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CLIENTS, clientNamed, userClientFolder } from '@skillwright/skill'

/** A folder that holds skills. */
export interface SkillRoot {
  /** Absolute path, as it was named. */
  readonly path: string
  /** Whether it was named by the caller, belongs to the project, or to the user. */
  readonly kind: 'named' | 'project' | 'user'
  /** Ids of the clients that read it; empty for one that was named. */
  readonly clients: readonly string[]
}

/** Options of findRoots. */
export interface FindRootsOptions {
  /** Folders that come before all others, in this order; they need not exist. */
  readonly roots?: readonly string[]
  readonly cwd?: string
  readonly home?: string
  /** Ids of the clients whose folders count; every known one when absent, none with an empty list. */
  readonly clients?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Also folders of clients that are not there: they may be made while the index is open. */
  readonly withAbsent?: boolean
}

/**
 * The folders that hold skills, the one that wins first: those that were named, in their order; then the project's, from
 * `cwd` up to the top of its repository, nearest first; then the user's. Within one folder the clients come in the order of
 * CLIENTS. A folder that several clients read, or that is reached by a link too, counts once.
 */
export function findRoots({
  roots = [],
  cwd = process.cwd(),
  home = homedir(),
  clients: wanted = CLIENTS.map(({ id }) => id),
  env = process.env,
  withAbsent = false,
}: FindRootsOptions = {}): SkillRoot[] {
  const clients = wanted.map(clientNamed)
  const found = new Map<string, SkillRoot & { clients: string[] }>()
  const add = (path: string, kind: SkillRoot['kind'], id?: string) => {
    const real = realFolder(path)
    if (real === undefined && kind !== 'named' && !withAbsent) return
    const known = found.get(real ?? path)
    if (known === undefined) found.set(real ?? path, { path, kind, clients: id === undefined ? [] : [id] })
    else if (id !== undefined && !known.clients.includes(id)) known.clients.push(id)
  }
  for (const root of roots) add(resolve(cwd, root), 'named')
  for (const folder of projectFolders(resolve(cwd), home))
    for (const { id, project } of clients) for (const path of project) add(join(folder, path), 'project', id)
  for (const client of clients)
    for (const path of client.user) add(userClientFolder(path, client, home, env), 'user', client.id)
  return [...found.values()]
}

/** From a folder up to the top of its repository; only itself when it is in none. */
export function projectFolders(cwd: string, home: string): string[] {
  const folders: string[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder)
    if (existsSync(join(folder, '.git'))) return folders
    // At the home folder, or at the top of the disk, there is no project any more.
    if (folder === home || dirname(folder) === folder) return [cwd]
  }
}

function realFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}
