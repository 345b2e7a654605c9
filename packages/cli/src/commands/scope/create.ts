import { CREATE_ORGANISATION, scopeOf } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `scope create`: an organisation with a scope of its own. */
export function createCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope create acme --name "Acme Ltd"', 'scope create google --owner ada'])
    .argument('<scope>', 'with or without @')
    .option('--name <name>', 'its name for people')
    .option('--owner <handle>', 'make it for another user, also under a reserved name (administrators)')
    .action(async (scope: string, { name, owner, ...flags }: HubVerbFlags & { name?: string; owner?: string }) => {
      const client = await openHubClient(flags)
      const body = { handle: scopeOf(scope), display_name: name, owner }
      const made = await client.call(CREATE_ORGANISATION, { body })
      const handle = visibleText(made.handle)
      printAnswer(terminal, flags, made, [
        `${paint('green', 'made')} @${handle}, and ${owner === undefined ? 'you own' : `${visibleText(owner)} owns`} it`,
      ])
      terminal.note(`to let others publish there: skillwright scope add @${handle} <handle>`)
    })
}
