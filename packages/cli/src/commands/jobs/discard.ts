import { DISCARD_RUN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `jobs discard`: dead runs are dealt with. */
export function discardCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs discard 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<runs...>', 'their ids, from: skillwright jobs dead')
    .action(async (ids: readonly string[], flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const runs = []
      for (const run of ids) runs.push(await client.call(DISCARD_RUN, { params: { run } }))
      printAnswer(
        terminal,
        flags,
        runs,
        ids.map((id) => `discarded ${id}`),
      )
    })
}
