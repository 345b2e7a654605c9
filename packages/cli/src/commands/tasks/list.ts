import { LIST_TASKS } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

const STATES = ['open', 'claimed', 'done', 'declined', 'cancelled', 'expired'] as const

interface ListFlags extends HubVerbFlags {
  readonly skill?: string
  readonly status?: (typeof STATES)[number]
  readonly mine?: boolean
  readonly limit: number
}

/** `tasks list`: what waits. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['tasks', 'tasks list --mine', 'tasks list --skill @acme/expense-approval --status done'])
    .option('--skill <skill>', 'only those of this skill: @scope/name')
    .addOption(new Option('--status <status>', 'only those (default: open and claimed)').choices(STATES))
    .option('--mine', 'only those that you work on')
    .addOption(limitOption(20))
    .action(async ({ skill, status, mine, limit, ...flags }: ListFlags) => {
      const client = await openHubClient(flags)
      const tasks = await takeItems(client.list(LIST_TASKS, { query: { skill, status, mine } }), limit)
      const rows = tasks.map((task) => [
        task.id,
        task.assignee === null ? task.status : `${task.status} by ${task.assignee}`,
        task.name,
        `until ${shortTime(task.expires_at)}`,
        task.description,
      ])
      printAnswer(terminal, flags, tasks, columns(rows))
      const [first] = tasks
      terminal.note(first === undefined ? 'there are none' : `what to do: skillwright tasks show ${first.id}`)
    })
}
