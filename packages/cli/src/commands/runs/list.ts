import { LIST_RUNS, RUN_STATES } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { runColumns } from '../../hub/run-lines.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

interface ListFlags extends HubVerbFlags {
  readonly skill?: string
  readonly status?: (typeof RUN_STATES)[number]
  readonly errorCode?: string
  readonly caller?: string
  readonly limit: number
}

/** `runs list`: what was called. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['runs', 'runs list --skill @acme/digest --status failed', 'runs list --limit 100 --json'])
    .option('--skill <skill>', 'only those of this skill: @scope/name')
    .addOption(new Option('--status <status>', 'only those that are so far').choices(RUN_STATES))
    .option('--error-code <code>', 'only those that ended with this error, such as TOOL_TIMEOUT')
    .option('--caller <caller>', 'only those of @handle; for administrators')
    .addOption(limitOption(20))
    .action(async ({ skill, status, errorCode, caller, limit, ...flags }: ListFlags) => {
      const client = await openHubClient(flags)
      const query = { skill, status, error_code: errorCode, caller }
      const runs = await takeItems(client.list(LIST_RUNS, { query }), limit)
      printAnswer(terminal, flags, runs, columns(runs.map(runColumns)))
      if (runs.length === 0) terminal.note('there are none')
    })
}
