import { LIST_RUNS } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { runColumns } from '../../hub/run-lines.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

interface DeadFlags extends HubVerbFlags {
  readonly limit: number
}

/** `jobs dead`: runs that failed for good. */
export function deadCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['jobs dead'])
    .addOption(limitOption(20))
    .action(async ({ limit, ...flags }: DeadFlags) => {
      const client = await openHubClient(flags)
      const runs = await takeItems(client.list(LIST_RUNS, { query: { dead: true } }), limit)
      printAnswer(terminal, flags, runs, columns(runs.map(runColumns)))
      const [first] = runs
      if (first === undefined) terminal.note('there are none')
      else
        terminal.note(
          `why: skillwright runs show ${first.execution_id}; again: skillwright jobs requeue ${first.execution_id}; not again: skillwright jobs discard ${first.execution_id}`,
        )
    })
}
