import { exportLock, FOREIGN_LOCKS, type ForeignTool } from '@skillwright/install'
import { type Command, Option } from 'commander'
import { type InstallFlags, installVerb } from '../../install/install-verb.ts'
import { openInstaller } from '../../install/open-installer.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'
import { writeOutput } from '../../write-output.ts'

interface ExportFlags extends InstallFlags {
  readonly to: ForeignTool
  readonly out?: string
}

/** `lock export`: what is installed, as the lock of another tool. */
export function lockExportCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['lock export --to skills', 'lock export --to apm -o apm.lock.yaml'])
    .addOption(new Option('--to <tool>', 'whose lock').choices(FOREIGN_LOCKS).makeOptionMandatory())
    .option('-o, --out <file>', 'the file to write (default: print it)')
    .action(async ({ to, out, ...flags }: ExportFlags) => {
      const { text, leftOut } = await exportLock(await openInstaller(flags), to)
      if (out !== undefined) await writeOutput(out, text)
      if (flags.json)
        return terminal.print(JSON.stringify({ to, ...(out === undefined ? { text } : { out }), leftOut }, null, 2))
      if (out === undefined) terminal.print(text.trimEnd())
      for (const name of leftOut) terminal.note(`left out ${visibleText(name)}: ${to} cannot say where it comes from`)
    })
}
