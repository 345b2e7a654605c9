import { LIST_COLLECTIONS } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

/** `collection list`: which there are. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['collection list']).action(async (flags: HubVerbFlags) => {
    const client = await openHubClient(flags)
    const found = await takeItems(client.list(LIST_COLLECTIONS))
    const rows = found.map(({ name, updated_at }) => [name, `of ${shortTime(updated_at)}`])
    printAnswer(terminal, flags, found, columns(rows))
    if (found.length === 0) terminal.note('there are none')
  })
}
