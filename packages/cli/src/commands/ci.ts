import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { runInstall } from '../install/run-install.ts'
import type { Terminal } from '../terminal.ts'

/** `ci`: exactly what the lock says, or an error. */
export function ciCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, ['ci', 'ci --json']).action(async (flags: ChangeFlags) =>
    // Who committed the lock agreed to what stands in it.
    runInstall(terminal, { ...flags, yes: true }, { title: 'ci', frozen: true }),
  )
}
