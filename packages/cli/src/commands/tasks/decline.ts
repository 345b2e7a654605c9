import { DECLINE_TASK } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

interface DeclineFlags extends HubVerbFlags {
  readonly reason: string
}

/** `tasks decline`: a task is not done. */
export function declineCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['tasks decline 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41 --reason "no receipt"'])
    .argument('<task>', 'its id, from: skillwright tasks')
    .requiredOption('--reason <text>', 'why, for the caller')
    .action(async (id: string, { reason, ...flags }: DeclineFlags) => {
      const client = await openHubClient(flags)
      const task = await client.call(DECLINE_TASK, { params: { task: id }, body: { reason } })
      printAnswer(terminal, flags, task, [`declined ${id}`])
    })
}
