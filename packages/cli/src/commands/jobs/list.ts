import { LIST_SCHEDULES } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

interface ListFlags extends HubVerbFlags {
  readonly skill?: string
  readonly limit: number
}

/** `jobs list`: which schedules there are. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs list', 'jobs list --skill @acme/digest --json'])
    .option('--skill <skill>', 'only those of this skill: @scope/name')
    .addOption(limitOption(100))
    .action(async ({ skill, limit, ...flags }: ListFlags) => {
      const client = await openHubClient(flags)
      const schedules = await takeItems(client.list(LIST_SCHEDULES, { query: { skill } }), limit)
      const rows = schedules.map((schedule) => [
        schedule.name,
        schedule.skill,
        `${schedule.cron} ${schedule.timezone}`,
        schedule.is_paused ? 'paused' : `next ${shortTime(schedule.next_at ?? 'never')}`,
        schedule.owner,
      ])
      printAnswer(terminal, flags, schedules, columns(rows))
      if (schedules.length === 0)
        terminal.note('there are none: skillwright jobs add <name> <@scope/skill> --cron "30 7 * * 1-5"')
    })
}
