import { LIST_MEMBERS, REMOVE_MEMBER, SET_MEMBER } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope members`: who publishes there. */
export function membersCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope members @acme'])
    .argument('<scope>', 'with or without @')
    .action(async (scope: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const items = await takeItems(client.list(LIST_MEMBERS, { params: { scope } }))
      printAnswer(terminal, flags, items, columns(items.map(({ handle, role }) => [handle, role])))
      if (items.length === 0) terminal.note('it belongs to one person, and has no members')
    })
}

/** `scope add`: lets a user publish there. */
export function addCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope add @acme ada', 'scope add @acme ada --role owner'])
    .argument('<scope>', 'with or without @')
    .argument('<handle>', 'who')
    .addOption(
      new Option('--role <role>', 'a maintainer publishes, an owner also decides about members')
        .choices(['maintainer', 'owner'])
        .default('maintainer'),
    )
    .action(
      async (scope: string, handle: string, { role, ...flags }: HubVerbFlags & { role: 'maintainer' | 'owner' }) => {
        const client = await openHubClient(flags)
        await client.call(SET_MEMBER, { params: { scope, handle }, body: { role } })
        printAnswer(terminal, flags, { scope, handle, role }, [`${handle} is ${role} of ${scope} now`])
      },
    )
}

/** `scope remove`: no longer lets a user publish there. */
export function removeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope remove @acme ada'])
    .argument('<scope>', 'with or without @')
    .argument('<handle>', 'who')
    .action(async (scope: string, handle: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      await client.call(REMOVE_MEMBER, { params: { scope, handle } })
      printAnswer(terminal, flags, { scope, handle, role: null }, [`${handle} does not belong to ${scope} any more`])
    })
}
