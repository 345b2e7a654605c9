import { VOUCH_FOR_SCOPE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { scopeLines } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope vouch`: an administrator knows whose a scope is. */
export function vouchCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope vouch @acme --note "met them, saw their passport"'])
    .argument('<scope>', 'with or without @')
    .requiredOption('-n, --note <text>', 'how you know; it is public')
    .action(async (scope: string, { note, ...flags }: HubVerbFlags & { note: string }) => {
      const client = await openHubClient(flags)
      const info = await client.call(VOUCH_FOR_SCOPE, { params: { scope }, body: { note } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
