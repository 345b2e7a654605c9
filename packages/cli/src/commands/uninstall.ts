import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { runInstall } from '../install/run-install.ts'
import type { Terminal } from '../terminal.ts'

/** `uninstall`: takes skills out of the manifest, and with them what only they needed. */
export function uninstallCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, ['uninstall web-research-summarizer', 'uninstall digest notes --dry-run'])
    .argument('<skills...>', 'names of folders, or names as the manifest has them')
    .action(async (words: readonly string[], flags: ChangeFlags) =>
      runInstall(terminal, flags, { title: ['uninstall', ...words].join(' '), remove: words }),
    )
}
