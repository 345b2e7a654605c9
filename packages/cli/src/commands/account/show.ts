import { READ_ACCOUNT } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `account show`: how you can sign in. */
export function showCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['account show']).action(async (flags: HubVerbFlags) => {
    const client = await openHubClient(flags)
    const account = await client.call(READ_ACCOUNT)
    const { handle, role, has_password, linked_to } = account
    const rows = [
      ['handle', `${handle} (${role})`],
      ['password', has_password ? 'set' : 'none'],
      ['provider', linked_to ?? 'not linked'],
    ]
    printAnswer(terminal, flags, account, columns(rows))
    if (linked_to === null) terminal.note(`to link it to a sign-in provider of the hub: ${client.url}/settings`)
  })
}
