import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { passwordCommand } from './account/password.ts'
import { showCommand } from './account/show.ts'
import { unlinkCommand } from './account/unlink.ts'

/** `skillwright account …`: your own account at a hub. */
export function accountCommand(terminal: Terminal): Command {
  return new Command('account')
    .description('your account at a hub: how you sign in to it')
    .addCommand(showCommand(terminal))
    .addCommand(passwordCommand(terminal))
    .addCommand(unlinkCommand(terminal))
}
