import { counted } from '@skillwright/contract'
import type { Command } from 'commander'
import type { Terminal } from '../../terminal.ts'
import { printReport, type UpkeepFlags, upkeepConfig, upkeepVerb } from './upkeep-verb.ts'

/** `hub backup`: a copy of everything a hub keeps, as it is at one moment. */
export function backupCommand(command: Command, terminal: Terminal): Command {
  return upkeepVerb(
    command,
    `The copy is of one moment, whatever is published meanwhile. A folder with an earlier backup becomes the new one and only takes
the packages that are new. It holds password hashes, private packages and the key of the log: keep it to yourself.

Examples:
  $ skillwright hub backup /backup/hub
  $ DATABASE_URL=postgres://… skillwright hub backup /backup/hub --config /etc/skillwright-hub.json`,
  )
    .argument('<folder>', 'a new folder, or that of an earlier backup')
    .action(async (folder: string, flags: UpkeepFlags) => {
      const { backUpHub } = await import('@skillwright/hub')
      const report = await backUpHub(await upkeepConfig(flags), folder)
      const { versions, packages, copied, log_size: entries } = report
      printReport(terminal, flags, report, [
        `backed up to ${report.folder}: ${counted(versions, 'version')}, ${counted(packages, 'package')} (${copied} new), ${counted(entries, 'entry')} of the log`,
        `to bring it back: skillwright hub restore ${folder}`,
      ])
    })
}
