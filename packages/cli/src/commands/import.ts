import { basename, join, resolve } from 'node:path'
import { counted, type Finding, isObject, SkillError } from '@skillwright/contract'
import {
  type Descriptor,
  descriptorOfServerJson,
  descriptorSkill,
  type ImportOptions,
  importSkill,
  readDescriptor,
  readFiles,
  readPlaces,
  type SkillFiles,
  writeSkill,
} from '@skillwright/skill'
import type { Command } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { readDocument } from '../read-document.ts'
import { readPackage } from '../read-package.ts'
import { paint, type Terminal } from '../terminal.ts'
import { addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'mcp',
    summary: 'the tools of a foreign MCP server as a skill, and what changed in them since',
    load: async () => (await import('./import/mcp.ts')).importMcpCommand,
  },
  {
    name: 'openapi',
    summary: 'the operations of a service that an OpenAPI document describes as a skill',
    load: async () => (await import('./import/openapi.ts')).importOpenApiCommand,
  },
  {
    name: 'a2a',
    summary: 'the skills of a foreign A2A agent, by its card, as a skill',
    load: async () => (await import('./import/a2a.ts')).importAgentCommand,
  },
]

interface ImportFlags {
  readonly out: string
  readonly name?: string
  readonly json?: boolean
}

interface ImportSource extends ImportOptions {
  readonly files: SkillFiles
  readonly findings: readonly Finding[]
}

/** `import`: a skill of any dialect as one of ours. */
export function importCommand(command: Command, terminal: Terminal): Command {
  return addVerbs(command, terminal, VERBS)
    .argument(
      '<source>',
      'folder of the skill, the plugin or the agent, a script, or a descriptor or server.json as JSON',
    )
    .option('-n, --name <name>', 'which skill, when a plugin or an agent holds several')
    .option('-o, --out <dir>', 'where to put its folder', '.')
    .option('--json', 'print folder, files and findings as JSON')
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
The source is not changed. What had to be assumed is said.

Examples:
  $ skillwright import ~/.claude/skills/pdf --out skills
  $ skillwright import my-plugin --name tidy
  $ skillwright import descriptor.json --out skills
  $ skillwright import agents/dev/.claude/skills/task.py --out skills
  $ skillwright import mcp notes --out skills -- node notes-server.mjs
  $ skillwright import openapi petstore.yaml --out skills
  $ skillwright import a2a https://agent.example.com --out skills`,
    )
    .action(async (path: string, { out, name, json }: ImportFlags) => {
      const { folder, files, findings } = /\.json$/i.test(path)
        ? { ...descriptorSkill(descriptorIn(await readDocument(terminal, path), path)), findings: [] }
        : await importFolder(path, name)
      const dir = join(out, folder)
      await writeSkill(dir, files)
      if (json) return terminal.print(JSON.stringify({ dir, files: [...files.keys()], findings }, null, 2))
      for (const line of findingLines(findings)) terminal.note(line)
      terminal.print(`${paint('green', 'imported')} ${dir}: ${counted(files.size, 'file')}`)
      terminal.note(`Next:\n  $ skillwright lint ${dir}`)
    })
}

async function importFolder(path: string, name: string | undefined): Promise<ReturnType<typeof importSkill>> {
  const { files: source, findings: unread, ...options } = await readSource(path, name)
  const { findings, ...imported } = importSkill(source, options)
  return { ...imported, findings: [...unread, ...findings] }
}

/** The descriptor that a document is, or that the server.json of an MCP registry carries. */
function descriptorIn(document: unknown, file: string): Descriptor {
  const isServer = isObject(document) && (document.remotes !== undefined || document.packages !== undefined)
  if (!isServer) return readDescriptor(document)
  const carried = descriptorOfServerJson(document)
  if (carried !== undefined) return carried
  throw new SkillError('DATA_NOT_FOUND', `${file} carries no descriptor of a service that can be called`, {
    hint: `Ask the server itself for its tools: skillwright import mcp <id> --from ${file}`,
  })
}

/** The files to rewrite, and how to read them: a script is first made a package. */
async function readSource(path: string, name: string | undefined): Promise<ImportSource> {
  const dir = resolve(path)
  const places = await readPlaces(path)
  if (places.some(({ kind }) => kind !== 'skill')) return { files: (await readPackage(path, name)).files, findings: [] }
  return { ...(await readFiles(dir)), folder: basename(dir), ...(name === undefined ? {} : { name }) }
}
