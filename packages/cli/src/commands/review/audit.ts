import { type Command, InvalidArgumentError } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readItems } from '../../hub/read-items.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'

interface AuditFlags extends HubVerbFlags {
  readonly limit: number
}

interface Decision {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: unknown
}

/** `review audit`: every decision there was. */
export function auditCommand(terminal: Terminal): Command {
  return hubVerb('audit', 'who decided what, the newest first', [
    'review audit',
    'review audit @acme/web-search@1.2.0 --limit 200',
  ])
    .argument('[subject]', 'only about this: @scope/name@version, @scope/name or @scope')
    .option('-l, --limit <number>', 'how many at most', readLimit, 50)
    .action(async (subject: string | undefined, { limit, ...flags }: AuditFlags) => {
      const query = subject === undefined ? {} : { subject }
      const decisions = await readItems<Decision>(await openHubClient(flags), '/v1/audit', { limit, query })
      const rows = decisions.map(({ at, actor, action, subject: about, details }) => [
        shortTime(at),
        actor,
        action,
        about,
        JSON.stringify(details),
      ])
      printAnswer(terminal, flags, decisions, columns(rows))
      if (decisions.length === 0) terminal.note('nothing was decided about it')
    })
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new InvalidArgumentError('Expected a whole number from 1 on.')
}
