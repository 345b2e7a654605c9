import { LIST_PEOPLE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

/** `people list`: all users and organisations. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people list']).action(async (flags: HubVerbFlags) => {
    const people = await takeItems((await openHubClient(flags)).list(LIST_PEOPLE))
    const rows = people.map(({ handle, kind, display_name, role, disabled, created_at }) => [
      handle,
      kind === 'organisation' ? kind : role,
      disabled ? 'disabled' : '',
      `since ${shortTime(created_at)}`,
      display_name === handle ? '' : display_name,
    ])
    printAnswer(terminal, flags, people, columns(rows))
  })
}
