import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { type ScopeInfo, scopeLines, scopePath } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope official`: marks a scope as the hub's own. */
export function officialCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope official @acme', 'scope official @acme --undo'])
    .argument('<scope>', 'with or without @')
    .option('--undo', 'official no longer')
    .action(async (scope: string, { undo = false, ...flags }: HubVerbFlags & { undo?: boolean }) => {
      const client = await openHubClient(flags)
      const json = { official: !undo }
      const info = await client.ask<ScopeInfo>(`${scopePath(scope)}/official`, { method: 'PUT', json })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
