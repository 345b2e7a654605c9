import { basename, join, resolve } from 'node:path'
import { importSkill, readFiles, writeSkill } from '@skillwright/skill'
import { Command } from 'commander'
import { count } from '../count.ts'
import { findingLines } from '../finding-lines.ts'
import { paint, type Terminal } from '../terminal.ts'

interface ImportFlags {
  readonly out: string
  readonly name?: string
  readonly json?: boolean
}

/** `import`: a skill of any dialect as one of ours. */
export function importCommand(terminal: Terminal): Command {
  return new Command('import')
    .description('rewrite a skill of another dialect, or out of a Claude plugin, as SKILL.md and skill.json')
    .argument('<folder>', 'folder of the skill or the plugin')
    .option('-n, --name <name>', 'which skill, when a plugin holds several')
    .option('-o, --out <dir>', 'where to put its folder', '.')
    .option('--json', 'print folder, files and findings as JSON')
    .addHelpText(
      'after',
      `
The source is not changed. What had to be assumed is said.

Examples:
  $ skillwright import ~/.claude/skills/pdf --out skills
  $ skillwright import my-plugin --name tidy`,
    )
    .action(async (path: string, { out, name, json }: ImportFlags) => {
      const { files: source, findings: unread } = await readFiles(resolve(path))
      const options = { folder: basename(resolve(path)), ...(name === undefined ? {} : { name }) }
      const { folder, files, findings: found } = importSkill(source, options)
      const dir = join(out, folder)
      await writeSkill(dir, files)
      const findings = [...unread, ...found]
      if (json) return terminal.print(JSON.stringify({ dir, files: [...files.keys()], findings }, null, 2))
      for (const line of findingLines(findings)) terminal.note(line)
      terminal.print(`${paint('green', 'imported')} ${dir}: ${count(files.size, 'file')}`)
      terminal.note(`Next:\n  $ skillwright lint ${dir}`)
    })
}
