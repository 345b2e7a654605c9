import { findProject, rollback } from '@skillwright/install'
import type { Command } from 'commander'
import { printAnswer } from '../hub/hub-verb.ts'
import { type ChangeFlags, installVerb } from '../install/install-verb.ts'
import type { Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

/** `rollback`: the state before the last change, byte for byte. */
export function rollbackCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['rollback', 'rollback --dry-run'])
    .option('-n, --dry-run', 'only say what would be taken back')
    .action(async (flags: ChangeFlags) => {
      const { dryRun = false, user = false } = flags
      const answer = await rollback(findProject({ user }), { dryRun })
      printAnswer(terminal, flags, answer, [
        `${dryRun ? 'would take back' : 'took back'}: ${visibleText(answer.title)} (${answer.at})`,
        ...answer.paths.map((path) => `  ${visibleText(path)}`),
      ])
    })
}
