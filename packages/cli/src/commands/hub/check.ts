import { counted } from '@skillwright/contract'
import type { Command } from 'commander'
import { paint, type Terminal } from '../../terminal.ts'
import { printReport, type UpkeepFlags, upkeepConfig, upkeepVerb } from './upkeep-verb.ts'

/** `hub check`: whether everything a hub keeps is there and right. */
export function checkCommand(command: Command, terminal: Terminal): Command {
  return upkeepVerb(
    command,
    `Every version has its package, its digest and its place in the log, and the log is the tree that was signed and says what is so. The
hub may be running. Packages that nothing refers to are what a publish that was cut off left behind; --clean removes them.

Examples:
  $ skillwright hub check
  $ skillwright hub check --dir /srv/hub --clean --json`,
  )
    .option('--clean', 'remove packages that nothing refers to')
    .action(async ({ clean = false, ...flags }: UpkeepFlags & { readonly clean?: boolean }) => {
      const { checkHub } = await import('@skillwright/hub')
      const check = await checkHub(await upkeepConfig(flags), { clean })
      const { ok, versions, exports, log_entries: entries, problems, orphans, removed } = check
      printReport(terminal, flags, check, [
        ...orphans.map(({ sha256, bytes }) => `nothing refers to package ${sha256}, ${counted(bytes, 'byte')}`),
        ...(removed > 0 ? [`removed ${counted(removed, 'package')} that nothing refers to`] : []),
        ...(orphans.length > 0 && !clean ? ['to remove them: skillwright hub check --clean'] : []),
        `${ok ? paint('green', 'ok') : paint('red', counted(problems.length, 'problem'))}: ${counted(versions, 'version')}, ${counted(exports, 'export')}, ${counted(entries, 'entry')} of the log`,
      ])
    })
}
