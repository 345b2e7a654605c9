import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { type ScopeInfo, scopeLines, scopePath } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'

/** `scope vouch`: an administrator knows whose a scope is. */
export function vouchCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope vouch @acme --note "met them, saw their passport"'])
    .argument('<scope>', 'with or without @')
    .requiredOption('-n, --note <text>', 'how you know; everybody can read it')
    .action(async (scope: string, { note, ...flags }: HubVerbFlags & { note: string }) => {
      const client = await openHubClient(flags)
      const info = await client.ask<ScopeInfo>(`${scopePath(scope)}/vouch`, { method: 'POST', json: { note } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
