import { listOutdated } from '@skillwright/install'
import type { Command } from 'commander'
import { columns } from '../hub/columns.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { hubOption } from '../hub/open-hub-client.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import type { Terminal } from '../terminal.ts'

/** `outdated`: what there is newer than what is installed; exit code 1 when there is something. */
export function outdatedCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['outdated'])
    .addOption(hubOption())
    .action(async (flags: InstallFlags) => {
      const found = await listOutdated(await openInstaller(flags))
      const rows = found.map(({ name, current, wanted, latest, deprecated }) => [
        name,
        current,
        wanted,
        latest,
        deprecated === undefined ? '' : `deprecated: ${deprecated}`,
      ])
      printAnswer(
        terminal,
        flags,
        found,
        found.length === 0 ? [] : columns([['skill', 'current', 'wanted', 'latest', ''], ...rows]),
      )
      if (found.length > 0) terminal.exitCode = 1
      else terminal.note('everything is the newest there is')
    })
}
