import { basename, join, resolve } from 'node:path'
import { counted } from '@skillwright/contract'
import { type ExportTarget, exportSkill, writeSkill } from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { readPackage } from '../read-package.ts'
import { paint, type Terminal } from '../terminal.ts'

const TARGETS = ['agentskills', 'clawhub', 'hermes', 'claude-plugin'] as const satisfies readonly ExportTarget[]

interface ExportFlags {
  readonly to: ExportTarget
  readonly out?: string
  readonly json?: boolean
}

/** `export`: the skill as another tool reads it. */
export function exportCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<skill>', 'folder of a skill or of an agent with one skill, a script, or an archive')
    .addOption(new Option('-t, --to <dialect>', 'whose form').choices(TARGETS).makeOptionMandatory())
    .option('-o, --out <dir>', 'where to put its folder (default: ./<dialect>)')
    .option('--json', 'print folder, files and findings as JSON')
    .addHelpText(
      'after',
      `
What a dialect cannot say is kept in skill.json, so that \`skillwright import\` loses nothing.

Examples:
  $ skillwright export digest --to agentskills --out ~/.agents/skills
  $ skillwright export digest --to claude-plugin`,
    )
    .action(async (path: string, { to, out = to, json }: ExportFlags) => {
      const { files: source } = await readPackage(path)
      const { folder, files, findings } = exportSkill(source, to, { folder: basename(resolve(path)) })
      const dir = join(out, folder)
      await writeSkill(dir, files)
      if (json) return terminal.print(JSON.stringify({ dir, files: [...files.keys()], findings }, null, 2))
      for (const line of findingLines(findings)) terminal.note(line)
      terminal.print(`${paint('green', 'exported')} ${dir}: ${counted(files.size, 'file')}`)
    })
}
