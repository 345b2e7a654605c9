import { REMOVE_MIRROR } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { findMirror } from '../../hub/mirrors.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `mirror remove`: a registry is followed no longer. */
export function removeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['mirror remove https://hub.example.com'])
    .argument('<mirror>', 'its address, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id, url } = await findMirror(client, text)
      await client.call(REMOVE_MIRROR, { params: { id } })
      printAnswer(terminal, flags, { id, url, removed: true }, [`${visibleText(url)} is followed no longer`])
    })
}
