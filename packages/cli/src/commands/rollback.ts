import { rollback } from '@skillwright/install'
import type { Command } from 'commander'
import { printAnswer } from '../hub/hub-verb.ts'
import { hubOption } from '../hub/open-hub-client.ts'
import { type ChangeFlags, installVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import type { Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

/** `rollback`: the state before the last change, byte for byte. */
export function rollbackCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['rollback', 'rollback --dry-run'])
    .option('-n, --dry-run', 'only say what would be taken back')
    .addOption(hubOption())
    .action(async (flags: ChangeFlags) => {
      const { dryRun = false } = flags
      const answer = await rollback(await openInstaller(flags), { dryRun })
      printAnswer(terminal, flags, answer, [
        `${dryRun ? 'would take back' : 'took back'}: ${visibleText(answer.title)} (${answer.at})`,
        ...answer.paths.map((path) => `  ${visibleText(path)}`),
        ...answer.kept.map(
          ({ path, in: place }) => `what you changed in ${visibleText(path)} since is in ${visibleText(place)}`,
        ),
      ])
    })
}
