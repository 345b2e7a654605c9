import { counted } from '@skillwright/contract'
import type { Command } from 'commander'
import type { Terminal } from '../../terminal.ts'
import { printReport, type UpkeepFlags, upkeepConfig, upkeepVerb } from './upkeep-verb.ts'

/** `hub restore`: a hub from a backup. */
export function restoreCommand(command: Command, terminal: Terminal): Command {
  return upkeepVerb(
    command,
    `Goes to where the settings say the hub is to be: also from SQLite to PostgreSQL and back, from a folder to an object store
and back. Nothing is overwritten.

Examples:
  $ skillwright hub restore /backup/hub --dir /srv/hub
  $ DATABASE_URL=postgres://… skillwright hub restore /backup/hub`,
  )
    .argument('<folder>', 'where skillwright hub backup wrote to')
    .action(async (folder: string, flags: UpkeepFlags) => {
      const { restoreHub } = await import('@skillwright/hub')
      const config = await upkeepConfig(flags)
      const report = await restoreHub(config, folder)
      const { versions, packages, log_size: entries } = report
      printReport(terminal, flags, report, [
        `restored the hub of ${report.made_at}: ${counted(versions, 'version')}, ${counted(packages, 'package')}, ${counted(entries, 'entry')} of the log`,
        `to check it: skillwright hub check${flags.dir === undefined ? '' : ` --dir ${flags.dir}`}`,
      ])
    })
}
