import { LIST_AUDIT } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { limitOption } from '../../hub/limit-option.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

interface AuditFlags extends HubVerbFlags {
  readonly limit: number
}

const SHOWN_CHARACTERS = 100

/** `review audit`: every decision there was. */
export function auditCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review audit', 'review audit @acme/web-search@1.2.0 --limit 200'])
    .argument('[subject]', 'only about this: @scope/name@version, @scope/name or @scope')
    .addOption(limitOption(50))
    .action(async (subject: string | undefined, { limit, ...flags }: AuditFlags) => {
      const client = await openHubClient(flags)
      const decisions = await takeItems(client.list(LIST_AUDIT, { query: { subject } }), limit)
      const rows = decisions.map(({ at, actor, action, subject: about, details }) => [
        shortTime(at),
        actor,
        action,
        about,
        cut(JSON.stringify(details)),
      ])
      printAnswer(terminal, flags, decisions, columns(rows))
      if (decisions.length === 0) terminal.note('nothing was decided about it')
    })
}

/** A verify run is reported whole, which is for --json. */
function cut(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
