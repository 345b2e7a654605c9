import { SET_OFFICIAL } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { scopeLines } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope official`: marks a scope as the hub's own. */
export function officialCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope official @acme', 'scope official @acme --undo'])
    .argument('<scope>', 'with or without @')
    .option('--undo', 'official no longer')
    .action(async (scope: string, { undo = false, ...flags }: HubVerbFlags & { undo?: boolean }) => {
      const client = await openHubClient(flags)
      const info = await client.call(SET_OFFICIAL, { params: { scope }, body: { official: !undo } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
