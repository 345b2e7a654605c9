import { type Command, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readItems } from '../../hub/read-items.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface ReportsFlags extends HubVerbFlags {
  readonly state?: string
}

interface Report {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly version: string | null
  readonly by: string
  readonly reason: string
  readonly state: string
  readonly resolution: string | null
  readonly resolved_by: string | null
  readonly created_at: string
}

/** `review reports`: reports and appeals. */
export function reportsCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review reports --state open'])
    .addOption(new Option('--state <state>', 'only these').choices(['open', 'upheld', 'dismissed']))
    .action(async ({ state, ...flags }: ReportsFlags) => {
      const client = await openHubClient(flags)
      const items = await readItems<Report>(client, '/v1/reports', { query: state === undefined ? {} : { state } })
      printAnswer(terminal, flags, items, items.flatMap(reportLines))
      if (items.length === 0) terminal.note('there are none')
    })
}

function reportLines({ id, kind, name, version, by, reason, state, resolution, resolved_by, created_at }: Report) {
  const subject = version === null ? name : `${name}@${version}`
  return [
    `${paint('bold', visibleText(id))}  ${visibleText(`${kind} about ${subject} by ${by}, ${shortTime(created_at)}`)}`,
    `  ${visibleText(reason)}`,
    `  ${visibleText(resolution === null ? state : `${state} by ${resolved_by}: ${resolution}`)}`,
  ]
}
