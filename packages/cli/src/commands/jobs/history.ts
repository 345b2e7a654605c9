import { LIST_SLOTS } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { findSchedule } from '../../hub/find-schedule.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { slotColumns } from '../../hub/slot-lines.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

interface HistoryFlags extends HubVerbFlags {
  readonly limit: number
}

/** `jobs history`: what became of the times of a schedule. */
export function historyCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs history daily', 'jobs history daily --limit 100 --json'])
    .argument('<schedule>', 'its name, or id')
    .addOption(limitOption(20))
    .action(async (text: string, { limit, ...flags }: HistoryFlags) => {
      const client = await openHubClient(flags)
      const { id, next_at } = await findSchedule(client, text)
      const slots = await takeItems(client.list(LIST_SLOTS, { params: { schedule: id } }), limit)
      printAnswer(terminal, flags, slots, columns(slots.map(slotColumns)))
      if (slots.length === 0) terminal.note(`none of its times has come; the first is ${shortTime(next_at ?? 'never')}`)
    })
}
