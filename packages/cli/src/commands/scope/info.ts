import { READ_SCOPE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { scopeLines } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope info`: whose it is. */
export function infoCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope info @acme'])
    .argument('<scope>', 'with or without @')
    .action(async (scope: string, flags: HubVerbFlags) => {
      const info = await (await openHubClient(flags)).call(READ_SCOPE, { params: { scope } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
