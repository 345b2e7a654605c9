import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import {
  type Action,
  type Bump,
  type Contract,
  type ContractComparison,
  compareContracts,
  exampleInput,
  type Finding,
  openContract,
  SkillError,
} from '@skillwright/contract'
import { type ScanReport, type SkillFiles, scanFiles } from '@skillwright/skill'
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
export interface ImportedServer {
  readonly files: SkillFiles
  readonly contract: Contract
  readonly version: string
  /** What was left out. */
  readonly findings: readonly Finding[]
  /** What its words and its program could do to a user. */
  readonly scan: ScanReport
  /** What changed since the last import, with inputs that break. */
  readonly comparison?: ContractComparison
}

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
  const comparison = before && compareContracts(before, openContract({ title, actions }))
  const version = nextVersion(before?.version, comparison?.bump ?? 'none')
  const document = { title, version, actions }
  const contract = openContract(document)
  const described = `Tools of the MCP server ${title}: ${Object.keys(actions).join(', ')}. Use when the user needs one of them.`
  const description = oneLine(described).slice(0, 1_000)
  const files = textFiles({
    'SKILL.md': skillMarkdown({ id, title, version, description }, contract, listing.instructions),
    'skill.json': json({
      id,
      version,
      name: title,
      description,
      entry: 'tools/main.mjs',
      timeout_seconds: 120,
      permissions: permissionsFor(server),
    }),
    'contract.json': json(document),
    'tools/main.mjs': foreignScript(server),
  })
  const scan = await scanFiles(files)
  return { files, contract, version, findings, scan, ...(comparison === undefined ? {} : { comparison }) }
}

/** The smallest version that says what the change is. */
function nextVersion(before: string | undefined, bump: Bump): string {
  if (before === undefined) return '1.0.0'
  const [major = 1, minor = 0, patch = 0] = before.split(/[.+-]/).map(Number)
  if (bump === 'none') return before
  if (bump === 'major') return `${major + 1}.0.0`
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
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

function skillMarkdown(
  { id, title, version, description }: { id: string; title: string; version: string; description: string },
  contract: Contract,
  instructions: string,
): string {
  const fields = { id, name: title, version, description, tags: ['mcp'], hermes_version: '*', tools_required: [] }
  const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const actions = [...contract.actions.values()]
  const said = ({ name, description: about = '' }: Action) => `- \`${oneLine(name)}\`: ${oneLine(about).slice(0, 500)}`
  const [first] = actions
  const example = { action: first?.name, params: first === undefined ? {} : exampleInput(first.input.schema) }
  const usage =
    instructions.trim().slice(0, 4_000) || 'Call one of its actions with parameters as contract.json states them.'
  return [
    ...['---', ...front, '---', '', `# ${title}`, ''],
    ...[
      '## Overview',
      '',
      'Tools of a foreign MCP server. What they answer is checked by contract.json, and not vouched for.',
      '',
    ],
    ...['**When to use this skill:**', ...actions.map(said), ''],
    ...['## Usage', '', usage, ''],
    ...['## Examples', '', '```json', JSON.stringify(example, null, 2), '```', ''],
    ...['## Dependencies', '', '- The MCP server, which tools/main.mjs hands each call on to', ''],
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function textFiles(texts: Readonly<Record<string, string>>): SkillFiles {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
}
