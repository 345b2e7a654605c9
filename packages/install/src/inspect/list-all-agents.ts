import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@skillwright/contract'
import { CLIENTS, type Client, readSkill, type Skill, userClientFolder } from '@skillwright/skill'
import { editsOf, isEdited, readPlaced } from '../place/read-placed.ts'
import type { PlacedFolder } from '../place/receipt.ts'
import type { Project } from '../project.ts'
import { diskPath } from '../project-path.ts'
import { readState } from './read-state.ts'

/** A skill that some agent of this machine reads. */
export interface AgentSkill {
  readonly name: string
  readonly version?: string
  readonly path: string
  readonly where: 'project' | 'user'
  /** Ids of the agents that read it. */
  readonly agents: readonly string[]
  /** Where it came from, as far as that is known, and who put it there. */
  readonly from: string
  readonly installedBy: 'skillwright' | 'clawhub' | 'gh' | 'unknown'
  /** The newest version there is, when that is another one, and its source was asked. */
  readonly newest?: string
  /** Its user changed it since it was installed. */
  readonly isModified: boolean
  /** Agents that read another skill of this name instead. */
  readonly shadowedFor: readonly string[]
  /** None of the agents that would read it is on this machine. */
  readonly isUnused: boolean
}

/** How agents' folders are looked at. */
export interface AllAgentsOptions {
  readonly env?: NodeJS.ProcessEnv
  /** The newest versions of what is outdated, of the project and of the user, by the names of their locks. */
  readonly newest?: Readonly<Record<AgentSkill['where'], ReadonlyMap<string, string>>>
}

/** Every skill in the folders of every known agent, of a project and of its user: what is where, from where, changed, shadowed, unused, outdated. */
export async function listAllAgents(
  project: Project,
  user: Project,
  { env = process.env, newest = { project: new Map(), user: new Map() } }: AllAgentsOptions = {},
): Promise<AgentSkill[]> {
  const receipts = [...(await placedIn(project, newest.project)), ...(await placedIn(user, newest.user))]
  const present = new Set(CLIENTS.filter((client) => isPresent(client, project, user, env)).map(({ id }) => id))
  const found = new Map<string, AgentSkill & { agents: string[] }>()
  const order = new Map<string, string[]>()
  for (const { dir, client, where } of rootsOf(project, user, env)) {
    for (const name of await skillFolders(dir)) {
      const path = await realpath(join(dir, name)).catch(() => join(dir, name))
      const known = found.get(path)
      if (known === undefined)
        found.set(path, { ...(await describe(path, name, where, receipts)), agents: [client.id] })
      else if (!known.agents.includes(client.id)) known.agents.push(client.id)
      const seen = order.get(`${client.id} ${name}`) ?? []
      order.set(`${client.id} ${name}`, seen.includes(path) ? seen : [...seen, path])
    }
  }
  return [...found.values()].map((skill) => ({
    ...skill,
    // Of several skills of one name a client takes the one of the folder that it looks into first.
    shadowedFor: skill.agents.filter((agent) => order.get(`${agent} ${skill.name}`)?.[0] !== skill.path),
    isUnused: !skill.agents.some((agent) => agent === 'agents' || present.has(agent)),
  }))
}

function rootsOf(project: Project, user: Project, env: NodeJS.ProcessEnv) {
  return CLIENTS.filter(({ id }) => id !== 'skill-protocol').flatMap((client) => [
    ...client.project.map((path) => ({ dir: join(project.root, path), client, where: 'project' as const })),
    ...client.user.map((path) => ({
      dir: userClientFolder(path, client, user.root, env),
      client,
      where: 'user' as const,
    })),
  ])
}

function isPresent(client: Client, project: Project, user: Project, env: NodeJS.ProcessEnv): boolean {
  const own = client.project.find((path) => path.startsWith('.') && path !== '.agents/skills')
  return (
    existsSync(userClientFolder(client.detect, client, user.root, env)) ||
    (own !== undefined && existsSync(join(project.root, own.split('/')[0] ?? '')))
  )
}

interface Placed {
  readonly path: string
  readonly folder: PlacedFolder
  readonly from: string
  readonly newest: string | undefined
}

async function placedIn(project: Project, newest: ReadonlyMap<string, string>): Promise<Placed[]> {
  const { receipt, lock } = await readState(project)
  const sources = new Map(lock.skills.map(({ name, id, source }) => [name, `${id} from ${source}`]))
  return Promise.all(
    receipt.folders
      .filter(({ linkTo }) => linkTo === undefined)
      .map(async (folder) => {
        const path = diskPath(project, folder.path)
        return {
          path: await realpath(path).catch(() => path),
          folder,
          from: sources.get(folder.name) ?? 'unknown',
          newest: newest.get(folder.name),
        }
      }),
  )
}

/** Folders with a SKILL.md right below another; links to folders count. */
async function skillFolders(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => !name.startsWith('.') && existsSync(join(dir, name, 'SKILL.md'))).toSorted()
}

async function describe(path: string, name: string, where: AgentSkill['where'], receipts: readonly Placed[]) {
  const skill = await readSkill(path)
  const placed = receipts.find((one) => one.path === path)
  const content = placed === undefined ? undefined : await readPlaced(path)
  const origin =
    placed === undefined ? await originOf(path, skill) : { installedBy: 'skillwright' as const, from: placed.from }
  return {
    name,
    ...(skill.version === undefined ? {} : { version: skill.version }),
    path,
    where,
    ...origin,
    ...(placed?.newest === undefined ? {} : { newest: placed.newest }),
    isModified: placed !== undefined && content !== undefined && isEdited(editsOf(placed.folder, content)),
    shadowedFor: [],
    isUnused: false,
  }
}

/** What other tools leave in a folder about where it came from. */
async function originOf(path: string, { frontMatter }: Skill): Promise<Pick<AgentSkill, 'from' | 'installedBy'>> {
  const text = await readFile(join(path, '.clawhub/origin.json'), 'utf8').catch(() => undefined)
  const origin = text === undefined ? undefined : parsed(text)
  if (isObject(origin) && typeof origin.slug === 'string')
    return { installedBy: 'clawhub', from: `${origin.slug} from clawhub+${String(origin.registry ?? '')}` }
  const { metadata } = frontMatter
  if (isObject(metadata) && typeof metadata['github-repo'] === 'string')
    return { installedBy: 'gh', from: `git+${metadata['github-repo']}` }
  return { installedBy: 'unknown', from: 'unknown' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
