import { CLAIM_TASK } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `tasks claim`: the user takes a task on. */
export function claimCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['tasks claim 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<task>', 'its id, from: skillwright tasks')
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const task = await client.call(CLAIM_TASK, { params: { task: id } })
      printAnswer(terminal, flags, task, [`${id} is yours`])
      terminal.note(
        `what to do: skillwright tasks show ${id}; to give it back: skillwright tasks assign ${id} --nobody`,
      )
    })
}
