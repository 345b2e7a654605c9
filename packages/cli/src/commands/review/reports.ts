import { type ItemOf, LIST_REPORTS } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface ReportsFlags extends HubVerbFlags {
  readonly state?: 'open' | 'upheld' | 'dismissed'
}

/** `review reports`: reports and appeals. */
export function reportsCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review reports --state open'])
    .addOption(new Option('--state <state>', 'only these').choices(['open', 'upheld', 'dismissed']))
    .action(async ({ state, ...flags }: ReportsFlags) => {
      const client = await openHubClient(flags)
      const items = await takeItems(client.list(LIST_REPORTS, { query: { state } }))
      printAnswer(terminal, flags, items, items.flatMap(reportLines))
      if (items.length === 0) terminal.note('there are none')
    })
}

function reportLines({
  id,
  kind,
  name,
  version,
  by,
  reason,
  state,
  resolution,
  resolved_by,
  created_at,
}: ItemOf<typeof LIST_REPORTS>) {
  const subject = version === null ? name : `${name}@${version}`
  return [
    `${paint('bold', visibleText(id))}  ${visibleText(`${kind} about ${subject} by ${by}, ${shortTime(created_at)}`)}`,
    `  ${visibleText(reason)}`,
    `  ${visibleText(resolution === null ? state : `${state} by ${resolved_by}: ${resolution}`)}`,
  ]
}
