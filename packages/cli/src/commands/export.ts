import { basename, join, resolve } from 'node:path'
import { counted, isObject, SkillError } from '@skillwright/contract'
import {
  describeSkill,
  descriptorSkill,
  type ExportTarget,
  exportSkill,
  parseSkill,
  readDescriptor,
  type SkillFiles,
  toServerJson,
  writeSkill,
} from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { parseDocument, readDocument } from '../read-document.ts'
import { readPackage } from '../read-package.ts'
import { paint, type Terminal } from '../terminal.ts'

const TARGETS = [
  'agentskills',
  'clawhub',
  'hermes',
  'claude-plugin',
  'codex-plugin',
] as const satisfies readonly ExportTarget[]

interface ExportFlags {
  readonly to: ExportTarget | 'mcp-server'
  readonly out?: string
  readonly url?: string
  readonly json?: boolean
}

/** `export`: the skill as another tool reads it. */
export function exportCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument(
      '<skill>',
      'folder of a skill or of an agent with one skill, a script, an archive, or a descriptor as JSON',
    )
    .addOption(new Option('-t, --to <dialect>', 'whose form').choices([...TARGETS, 'mcp-server']).makeOptionMandatory())
    .option('-u, --url <address>', 'where an MCP server offers it, such as /mcp of a hub; for plugins and mcp-server')
    .option('-o, --out <dir>', 'where to put its folder (default: ./<dialect>)')
    .option('--json', 'print folder, files and findings as JSON')
    .addHelpText(
      'after',
      `
What a dialect cannot say is kept in skill.json, so that \`skillwright import\` loses nothing.

Examples:
  $ skillwright export digest --to agentskills --out ~/.agents/skills
  $ skillwright export digest --to claude-plugin
  $ skillwright export digest --to mcp-server --url https://hub.example.com/mcp`,
    )
    .action(async (path: string, { to, out = to, url, json }: ExportFlags) => {
      const source = await readSource(terminal, path)
      const { folder, files, findings } =
        to === 'mcp-server' ? exportServer(source, url) : exportSkill(source.files, to, { ...source, mcpUrl: url })
      const dir = join(out, folder)
      await writeSkill(dir, files)
      if (json) return terminal.print(JSON.stringify({ dir, files: [...files.keys()], findings }, null, 2))
      for (const line of findingLines(findings)) terminal.note(line)
      terminal.print(`${paint('green', 'exported')} ${dir}: ${counted(files.size, 'file')}`)
    })
}

interface ExportSource {
  readonly folder: string
  readonly files: SkillFiles
}

/** What is exported: a skill, or the one that a descriptor describes. */
async function readSource(terminal: Terminal, path: string): Promise<ExportSource> {
  if (/\.json$/i.test(path)) return descriptorSkill(readDescriptor(await readDocument(terminal, path)))
  return { folder: basename(resolve(path)), files: (await readPackage(path)).files }
}

/** The server.json by which registries of MCP servers list the skill. */
function exportServer({ folder, files }: ExportSource, url: string | undefined) {
  if (url === undefined)
    throw new SkillError('INVALID_INPUT', 'Expected --url: a registry lists servers by their addresses', {
      hint: 'Publish the skill to a hub, or serve it, and name its /mcp: --url https://hub.example.com/mcp',
    })
  const skill = parseSkill(files, { folder })
  const own = files.get('descriptor.json')
  const stated = own === undefined ? {} : parseDocument(Buffer.from(own).toString('utf8'), 'descriptor.json')
  const { document, findings } = toServerJson(describeSkill(skill, isObject(stated) ? { own: stated } : {}), {
    mcpUrl: url,
  })
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
  return { folder: skill.id.replace(/^.*\//, ''), files: new Map([['server.json', bytes]]), findings }
}
