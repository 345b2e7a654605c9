import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addCommand } from './people/add.ts'
import { disableCommand, enableCommand, setPasswordCommand, setRoleCommand } from './people/change.ts'
import { listCommand } from './people/list.ts'

/** `skillwright people …`: what administrators do with accounts. */
export function peopleCommand(terminal: Terminal): Command {
  return new Command('people')
    .description('administer the accounts of a hub')
    .addCommand(listCommand(terminal))
    .addCommand(addCommand(terminal))
    .addCommand(setRoleCommand(terminal))
    .addCommand(setPasswordCommand(terminal))
    .addCommand(disableCommand(terminal))
    .addCommand(enableCommand(terminal))
}
