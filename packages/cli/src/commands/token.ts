import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { createCommand } from './token/create.ts'
import { listCommand } from './token/list.ts'
import { revokeCommand } from './token/revoke.ts'

/** `skillwright token …`: the tokens of whoever is signed in. */
export function tokenCommand(terminal: Terminal): Command {
  return new Command('token')
    .description('make, list and revoke your tokens at a hub')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal))
}
