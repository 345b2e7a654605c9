import { PAUSE_SCHEDULE, RESUME_SCHEDULE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { findSchedule } from '../../hub/find-schedule.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `jobs pause`: the times of a schedule are left out. */
export function pauseCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs pause daily'])
    .argument('<schedule>', 'its name, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id } = await findSchedule(client, text)
      const { name, ...rest } = await client.call(PAUSE_SCHEDULE, { params: { schedule: id } })
      printAnswer(terminal, flags, { name, ...rest }, [`paused ${visibleText(name)}`])
      terminal.note(visibleText(`to go on: skillwright jobs resume ${name}`))
    })
}

/** `jobs resume`: they are not left out any more. */
export function resumeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs resume daily'])
    .argument('<schedule>', 'its name, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id } = await findSchedule(client, text)
      const { name, next_at, ...rest } = await client.call(RESUME_SCHEDULE, { params: { schedule: id } })
      const line = `resumed ${name}, next ${shortTime(next_at ?? 'never')}`
      printAnswer(terminal, flags, { name, next_at, ...rest }, [visibleText(line)])
    })
}
