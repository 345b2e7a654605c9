import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { infoCommand } from './collection/info.ts'
import { listCommand } from './collection/list.ts'
import { publishCommand } from './collection/publish.ts'

/** `skillwright collection …`: named sets of skills. */
export function collectionCommand(terminal: Terminal): Command {
  return new Command('collection')
    .description('list, show and publish collections of skills')
    .addCommand(listCommand(terminal))
    .addCommand(infoCommand(terminal))
    .addCommand(publishCommand(terminal))
}
