import { RUN_SCHEDULE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { findSchedule } from '../../hub/find-schedule.ts'
import { followToEnd } from '../../hub/follow-to-end.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

interface RunFlags extends HubVerbFlags {
  readonly detach?: boolean
  readonly debug?: boolean
}

/** `jobs run`: a schedule is run now. */
export function runCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs run daily', 'jobs run daily --detach'])
    .argument('<schedule>', 'its name, or id')
    .option('--detach', 'print the id of the run, and do not wait for it')
    .option('--debug', 'show all it says')
    .action(async (text: string, { detach = false, ...flags }: RunFlags) => {
      const client = await openHubClient(flags)
      const { id } = await findSchedule(client, text)
      const run = await client.call(RUN_SCHEDULE, { params: { schedule: id } })
      if (!detach) return followToEnd(terminal, client, run, flags)
      printAnswer(terminal, flags, run, [run.execution_id])
      terminal.note(`to follow it: skillwright runs logs ${run.execution_id}`)
    })
}
