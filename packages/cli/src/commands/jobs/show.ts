import { READ_SCHEDULE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { findSchedule } from '../../hub/find-schedule.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { slotColumns } from '../../hub/slot-lines.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

const NEXT = 3

/** `jobs show`: one schedule. */
export function showCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs show daily'])
    .argument('<schedule>', 'its name, or id')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { id } = await findSchedule(client, text)
      const schedule = await client.call(READ_SCHEDULE, { params: { schedule: id } })
      const { name, skill, version, action, params, cron, timezone, overlap, missed, retries } = schedule
      const next = schedule.next_times.slice(0, NEXT).map(shortTime).join(', ')
      printAnswer(terminal, flags, schedule, [
        `${paint('bold', visibleText(name))}  ${visibleText(`${skill} ${version}${action === null ? '' : ` ${action}`} ${JSON.stringify(params)}`)}`,
        visibleText(`  ${cron} ${timezone}, overlap ${overlap}, missed ${missed}, retries ${retries}, id ${id}`),
        visibleText(`  ${schedule.is_paused ? 'paused; its times' : 'next'} ${next || 'never'}`),
        ...columns(schedule.recent.map(slotColumns)).map((line) => `  ${line}`),
      ])
    })
}
