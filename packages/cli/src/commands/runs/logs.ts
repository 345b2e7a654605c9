import { READ_RUN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { followToEnd } from '../../hub/follow-to-end.ts'
import { type HubVerbFlags, hubVerb } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `runs logs`: what a run said, and says until it has ended. */
export function logsCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['runs logs 0190f3c4-7e2b-7d1a-9c55-3b1f6a2d8e41'])
    .argument('<run>', 'its id, from: skillwright runs')
    .addHelpText(
      'after',
      '\nThe log goes to stderr, the answer to stdout; the exit code is that of the answer. Ctrl-C leaves the run as it is.',
    )
    .action(async (id: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const run = await client.call(READ_RUN, { params: { run: id } })
      await followToEnd(terminal, client, run, { ...flags, debug: true })
    })
}
