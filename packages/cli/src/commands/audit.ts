import { auditInstalled } from '@skillwright/install'
import type { Command } from 'commander'
import { columns } from '../hub/columns.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { hubOption } from '../hub/open-hub-client.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import type { Terminal } from '../terminal.ts'

/** `audit`: what was yanked, quarantined or reported since it was installed; exit code 1 when there is something. */
export function auditCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['audit', 'audit --json'])
    .addOption(hubOption())
    .action(async (flags: InstallFlags) => {
      const found = await auditInstalled(await openInstaller(flags))
      const rows = found.map(({ what, id, version, message }) => [what, `${id} ${version}`, message])
      printAnswer(terminal, flags, found, columns(rows))
      if (found.length > 0) terminal.exitCode = 1
      else terminal.note('nothing is known against what is installed')
    })
}
