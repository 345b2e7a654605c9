import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addCommand } from './mirror/add.ts'
import { listCommand } from './mirror/list.ts'
import { removeCommand } from './mirror/remove.ts'
import { syncCommand } from './mirror/sync.ts'

/** `skillwright mirror …`: the registries that a hub follows. */
export function mirrorCommand(terminal: Terminal): Command {
  return new Command('mirror')
    .description('let a hub follow other hubs, well-known sites and ClawHub-style registries')
    .addCommand(listCommand(terminal))
    .addCommand(addCommand(terminal))
    .addCommand(syncCommand(terminal))
    .addCommand(removeCommand(terminal))
}
