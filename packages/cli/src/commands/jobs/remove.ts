import { DELETE_SCHEDULE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { findSchedule } from '../../hub/find-schedule.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `jobs remove`: a schedule is deleted. */
export function removeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs remove daily'])
    .argument('<schedule>', 'its name, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id, name } = await findSchedule(client, text)
      await client.call(DELETE_SCHEDULE, { params: { schedule: id } })
      printAnswer(terminal, flags, { id, name, removed: true }, [visibleText(`removed ${name}`)])
    })
}
