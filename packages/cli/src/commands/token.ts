import { Command, InvalidArgumentError } from 'commander'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import type { Terminal } from '../terminal.ts'

interface TokenFlags extends HubFlags {
  readonly scopes: string
  readonly days?: number
  readonly json?: boolean
}

interface TokenInfo {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

/** `token`: the tokens of whoever is signed in. */
export function tokenCommand(terminal: Terminal): Command {
  return new Command('token')
    .description('make, list and revoke your tokens at a hub')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal))
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description('make a token; it is shown once')
    .argument('<name>', 'what it is for')
    .option('-s, --scopes <list>', 'some of read,invoke,publish,review,admin', 'read')
    .option('-d, --days <days>', 'how long it holds (default: until revoked)', readDays)
    .option('--json', 'print it as JSON')
    .addOption(hubOption())
    .addHelpText('after', '\nExamples:\n  $ skillwright token create ci --scopes read,publish --days 90')
    .action(async (name: string, { scopes, days, json, ...flags }: TokenFlags) => {
      const client = await openHubClient(flags)
      const made = await client.ask<{ id: string; token: string }>('/v1/tokens', {
        method: 'POST',
        json: { name, scopes: scopes.split(/[ ,]+/), ...(days === undefined ? {} : { expires_in_days: days }) },
      })
      terminal.note('keep it to yourself; it is not shown again')
      terminal.print(json ? JSON.stringify(made, null, 2) : made.token)
    })
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('your tokens, without their secrets')
    .option('--json', 'print them as JSON')
    .addOption(hubOption())
    .action(async ({ json, ...flags }: HubFlags & { json?: boolean }) => {
      const { items } = await (await openHubClient(flags)).ask<{ items: TokenInfo[] }>('/v1/tokens')
      if (json) return terminal.print(JSON.stringify(items, null, 2))
      for (const { id, name, scopes, expires_at, last_used_at } of items)
        terminal.print(
          `${id}  ${name}  ${scopes.join(',')}  ${expires_at === null ? 'no end' : `until ${expires_at}`}  ${last_used_at === null ? 'never used' : `used ${last_used_at}`}`,
        )
    })
}

function revokeCommand(terminal: Terminal): Command {
  return new Command('revoke')
    .description('end a token at once')
    .argument('<id>', 'its id, from: skillwright token list')
    .addOption(hubOption())
    .action(async (id: string, flags: HubFlags) => {
      await (await openHubClient(flags)).ask(`/v1/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' })
      terminal.print(`revoked ${id}`)
    })
}

function readDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= 3650) return days
  throw new InvalidArgumentError('Expected a number of days from 1 to 3650.')
}
