import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { createCommand } from './scope/create.ts'
import { infoCommand } from './scope/info.ts'
import { addCommand, membersCommand, removeCommand } from './scope/members.ts'
import { officialCommand } from './scope/official.ts'
import { proveCommand } from './scope/prove.ts'
import { vouchCommand } from './scope/vouch.ts'

/** `skillwright scope …`: the names skills are published under, and whose they are. */
export function scopeCommand(terminal: Terminal): Command {
  return new Command('scope')
    .description('make an organisation, its members, and prove whose a scope is')
    .addCommand(infoCommand(terminal))
    .addCommand(createCommand(terminal))
    .addCommand(membersCommand(terminal))
    .addCommand(addCommand(terminal))
    .addCommand(removeCommand(terminal))
    .addCommand(proveCommand(terminal))
    .addCommand(vouchCommand(terminal))
    .addCommand(officialCommand(terminal))
}
