import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { CLIENTS, type Client, clientNamed, userClientFolder } from '@skillwright/skill'
import type { Project } from '../project.ts'

/** A folder of agents that skills are put into. */
export interface AgentRoot {
  /** Absolute. */
  readonly dir: string
  readonly dialect: Client['dialect']
  readonly clients: readonly string[]
}

/** The client of the folder that the standard names. */
const STANDARD = 'agents'

/** The agents whose settings are in the project, or in the home folder of a user; the standard's own folder when there are none. */
export function detectAgents(project: Project, env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const found = CLIENTS.filter((client) => {
    if (client.id === STANDARD || client.id === 'skill-protocol') return false
    if (project.isUser) return existsSync(userClientFolder(client.detect, client, project.root, env))
    // The folder that only this client has: `.claude` says that Claude Code is used here, `.agents` does not say who is.
    const own = client.project.find((path) => path.startsWith('.') && path !== '.agents/skills')?.split('/')[0]
    return own !== undefined && own !== '.github' && existsSync(join(project.root, own))
  })
  return [STANDARD, ...found.map(({ id }) => id)]
}

/**
 * The folders to write for some agents: each agent's own, but for those that read the standard's folder anyway. A folder that is reached by two ways counts once.
 * Throws PERMISSION_DENIED when a link would lead out of the project.
 */
export function chooseRoots(
  project: Project,
  agents: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): AgentRoot[] {
  const clients = agents.map(clientNamed)
  const standard = clients.some(({ id }) => id === STANDARD)
    ? foldersOf(clientNamed(STANDARD), project, env)[0]
    : undefined
  const roots = new Map<string, { dir: string; dialect: Client['dialect']; clients: string[] }>()
  for (const client of clients) {
    const folders = foldersOf(client, project, env)
    const [first] = folders
    if (first === undefined)
      throw new SkillError(
        'INVALID_INPUT',
        `${client.name} reads no skills from ${project.isUser ? 'the home folder' : 'a project'}`,
        {
          hint: project.isUser ? 'Install it in a project, without --user' : 'Install it with --user',
        },
      )
    const dir =
      standard !== undefined && client.dialect === 'agentskills' && folders.includes(standard) ? standard : first
    const real = realRoot(dir, project)
    const known = roots.get(real)
    if (known === undefined) roots.set(real, { dir, dialect: client.dialect, clients: [client.id] })
    else known.clients.push(client.id)
  }
  return [...roots.values()]
}

function foldersOf(client: Client, project: Project, env: NodeJS.ProcessEnv): string[] {
  return project.isUser
    ? client.user.map((path) => userClientFolder(path, client, project.root, env))
    : client.project.map((path) => join(project.root, path))
}

/** Where a folder really is, or will be; in a project that came from somewhere a link may lead anywhere. */
function realRoot(dir: string, { root, isUser }: Project): string {
  const real = realOf(dir)
  if (isUser || isInside(real, realOf(root))) return real
  throw new SkillError('PERMISSION_DENIED', `${dir} is a link that leads out of the project, to ${real}`, {
    hint: 'Remove the link, or install for the user with --user',
  })
}

/** Where a path leads in the end, or would once it is made. Throws PERMISSION_DENIED for a link that leads nowhere. */
export function realOf(path: string): string {
  for (let known = resolve(path), rest = ''; ; rest = join(basename(known), rest), known = dirname(known)) {
    if (lstatSync(known, { throwIfNoEntry: false }) === undefined && dirname(known) !== known) continue
    try {
      return join(realpathSync(known), rest)
    } catch (cause) {
      throw new SkillError('PERMISSION_DENIED', `${known} is a link that leads nowhere`, {
        cause,
        hint: 'Remove the link',
      })
    }
  }
}

/** Whether a path is a folder itself or below it. */
function isInside(path: string, folder: string): boolean {
  const inner = relative(folder, path)
  return inner === '' || (!isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`))
}
