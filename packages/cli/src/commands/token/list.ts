import { LIST_TOKENS } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

/** `token list`: which tokens there are. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['token list']).action(async (flags: HubVerbFlags) => {
    const items = await takeItems((await openHubClient(flags)).list(LIST_TOKENS))
    const rows = items.map(({ id, name, scopes, bound_to, expires_at, last_used_at }) => [
      id,
      name,
      `${scopes.join(',')}${bound_to === null ? '' : ` for ${bound_to}`}`,
      last_used_at === null ? 'never used' : `used ${shortTime(last_used_at)}`,
      expires_at === null ? 'no end' : `ends ${shortTime(expires_at)}`,
    ])
    printAnswer(terminal, flags, items, columns(rows))
  })
}
