import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readItems } from '../../hub/read-items.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'

interface TokenInfo {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly bound_to: string | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

/** `token list`: which tokens there are. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['token list']).action(async (flags: HubVerbFlags) => {
    const items = await readItems<TokenInfo>(await openHubClient(flags), '/v1/tokens')
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
