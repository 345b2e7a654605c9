import { CANCEL_RUN, parseScoped, READ_RUN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `runs cancel`: a run is ended. */
export function cancelCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['runs cancel 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<run>', 'its id, from: skillwright runs')
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { name } = await client.call(READ_RUN, { params: { run: id } })
      const { scope, skill } = parseScoped(name)
      const run = await client.call(CANCEL_RUN, { params: { scope, skill, run: id } })
      const line = run.status === 'running' ? `${id} was asked to end` : `${id} is ${run.status}`
      printAnswer(terminal, flags, run, [line])
    })
}
