import { UNLINK_ACCOUNT } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `account unlink`: no longer sign in with the provider. */
export function unlinkCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['account unlink']).action(async (flags: HubVerbFlags) => {
    await (await openHubClient(flags)).call(UNLINK_ACCOUNT)
    printAnswer(terminal, flags, { linked_to: null }, ['your account is not linked any more'])
  })
}
