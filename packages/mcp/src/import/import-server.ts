import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type Contract, compareContracts, openContract, SkillError } from '@skillwright/contract'
import { foreignSkillFiles, type ImportedSkill, oneLine, scanFiles, versionAfter } from '@skillwright/skill'
import { type ConnectOptions, listForeignTools } from './connect-server.ts'
import { foreignContract } from './foreign-contract.ts'
import { foreignScript } from './foreign-script.ts'
import type { ForeignServer } from './foreign-server.ts'

/** What a foreign server becomes. */
export interface ImportServerOptions extends ConnectOptions {
  /** The id of the skill. */
  readonly id: string
  /** The contract of the skill as it was imported before, which tells what has changed since. */
  readonly before?: Contract
}

/** The tools of a server as one skill, each an action. */
export type ImportedServer = Omit<ImportedSkill, 'id'>

/** Bytes of contract.json that the scanner reads: beyond them a description could say anything. */
const MAX_CONTRACT = 1_000_000

/** Asks a foreign MCP server for its tools and makes a skill of them. Throws for a server that gives none that can be used. */
export async function importServer(
  asked: ForeignServer,
  { id, before, ...options }: ImportServerOptions,
): Promise<ImportedServer> {
  const listing = await listForeignTools(asked, options)
  const server = withWholePaths(asked)
  const { actions, findings } = foreignContract(listing.tools)
  if (Object.keys(actions).length === 0)
    throw new SkillError(
      'EXTERNAL_SERVICE_ERROR',
      `The MCP server has no tool that can be used, of ${listing.tools.length}`,
      { findings },
    )
  const title = oneLine(listing.title || id).slice(0, 100)
  // Indented, as it is written.
  if (Buffer.byteLength(JSON.stringify({ title, actions }, null, 2)) > MAX_CONTRACT)
    throw new SkillError(
      'EXTERNAL_SERVICE_ERROR',
      `The schemas of ${listing.tools.length} tools are too much for one skill`,
    )
  const comparison = before && compareContracts(before, openContract({ title, actions }))
  const version = versionAfter(before?.version, comparison?.bump ?? 'none')
  const document = { title, version, actions }
  const contract = openContract(document)
  const described = `Tools of the MCP server ${title}: ${Object.keys(actions).join(', ')}. Use when the user needs one of them.`
  const description = oneLine(described).slice(0, 1_000)
  const files = foreignSkillFiles({
    id,
    title,
    version,
    description,
    tags: ['mcp'],
    contract,
    overview: 'Tools of a foreign MCP server. What they answer is checked by contract.json, and not vouched for.',
    usage: listing.instructions,
    dependency: 'The MCP server, which tools/main.mjs hands each call on to',
    manifest: { entry: 'tools/main.mjs', timeout_seconds: 120, permissions: permissionsFor(server) },
    files: { 'contract.json': document, 'tools/main.mjs': foreignScript(server) },
  })
  const scan = await scanFiles(files)
  return { files, contract, version, findings, scan, ...(comparison === undefined ? {} : { comparison }) }
}

/** The same server started from anywhere: files that its command line names from here are named in full. */
function withWholePaths(server: ForeignServer): ForeignServer {
  if ('url' in server) return server
  const whole = (word: string) => (/[./]/.test(word) && existsSync(word) ? resolve(word) : word)
  // A program without a slash is looked for in PATH, whatever lies here.
  const command = server.command.includes('/') ? whole(server.command) : server.command
  return { command, args: server.args.map(whole) }
}

/** What handing a call on takes: the host, or the program and the folders that its command line names. */
function permissionsFor(server: ForeignServer): Readonly<Record<string, readonly string[]>> {
  if ('url' in server) return { network: [new URL(server.url).host], env: ['MCP_TOKEN'] }
  const paths = [server.command, ...server.args].filter((word) => isAbsolute(word) && existsSync(word))
  const folders = paths.filter((path) => !path.startsWith('/usr/')).flatMap(foldersFor)
  return { programs: [server.command], read: [...new Set(folders)] }
}

/** A folder itself; of a script the folder of its package, and where Node looks for what it imports. */
function foldersFor(path: string): readonly string[] {
  if (statSync(path).isDirectory()) return [path]
  const above = ancestors(dirname(path))
  const isPackage = (folder: string) => folder !== homedir() && existsSync(join(folder, 'package.json'))
  const own = above.find(isPackage) ?? dirname(path)
  const modules = above.map((folder) => join(folder, 'node_modules')).filter((folder) => existsSync(folder))
  return [own, ...modules.filter((folder) => !folder.startsWith(`${own}/`))]
}

function ancestors(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [folder, ...ancestors(parent)]
}
