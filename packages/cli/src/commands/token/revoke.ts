import { REVOKE_TOKEN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `token revoke`: ends a token. */
export function revokeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['token revoke dfc0d076-021f-4ddd-affc-8cfb97f6dc78'])
    .argument('<id>', 'its id, from: skillwright token list')
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      await client.call(REVOKE_TOKEN, { params: { id } })
      printAnswer(terminal, flags, { id, revoked: true }, [`revoked ${id}`])
    })
}
