import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { runInstall } from '../install/run-install.ts'
import type { Terminal } from '../terminal.ts'

/** `unpin`: lets skills move on again. */
export function unpinCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, ['unpin digest'])
    .argument('<skills...>', 'names of folders')
    .action(async (words: readonly string[], flags: ChangeFlags) =>
      runInstall(terminal, flags, { title: ['unpin', ...words].join(' '), pins: words.map((name) => ({ name })) }),
    )
}
