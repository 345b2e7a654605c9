import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { runInstall } from '../install/run-install.ts'
import type { Terminal } from '../terminal.ts'

/** `update`: the newest versions that the ranges allow; what was changed by hand is merged. */
export function updateCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, ['update', 'update digest', 'update --dry-run'])
    .argument('[skills...]', 'names of folders; without any: all')
    .action(async (words: readonly string[], flags: ChangeFlags) =>
      runInstall(terminal, flags, {
        title: ['update', ...words].join(' '),
        update: words.length === 0 ? 'all' : words,
      }),
    )
}
