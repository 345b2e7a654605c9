import { type Command, InvalidArgumentError } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'

interface TokenFlags extends HubVerbFlags {
  readonly scopes: readonly string[]
  readonly days?: number
  readonly only?: string
}

interface NewToken {
  readonly id: string
  readonly token: string
  readonly expires_at: string | null
}

const SCOPES = ['read', 'invoke', 'publish', 'account', 'review', 'admin']

/** `token create`: a new token. */
export function createCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'token create ci --scopes read,publish --days 90',
    'token create ci --scopes read,publish --only @acme/digest',
  ])
    .argument('<name>', 'what it is for')
    .option('-s, --scopes <list>', `what it may: some of ${SCOPES.join(',')}`, readScopes, ['read'])
    .option('-d, --days <days>', 'how long it holds (default: as long as may be)', readDays)
    .option('--only <what>', 'what it is good for: @scope or @scope/name (default: everything)')
    .addHelpText(
      'after',
      '\nNo token outlives the one that made it, but for those made within ten minutes of signing in.',
    )
    .action(async (name: string, { scopes, days, only, ...flags }: TokenFlags) => {
      const client = await openHubClient(flags)
      const json = { name, scopes, expires_in_days: days, bound_to: only }
      const made = await client.ask<NewToken>('/v1/tokens', { method: 'POST', json })
      printAnswer(terminal, flags, made, [made.token])
      const end = made.expires_at === null ? 'until it is revoked' : `until ${shortTime(made.expires_at)}`
      const where = only === undefined ? '' : ` for ${only} alone`
      terminal.note(`may ${scopes.join(', ')}${where}, ${end}; keep it to yourself, it is not shown again`)
    })
}

function readScopes(text: string): readonly string[] {
  const scopes = text.split(/[ ,]+/).filter((scope) => scope !== '')
  const wrong = scopes.find((scope) => !SCOPES.includes(scope))
  if (wrong === undefined && scopes.length > 0) return [...new Set(scopes)]
  throw new InvalidArgumentError(`Expected some of ${SCOPES.join(',')}.`)
}

function readDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= 3650) return days
  throw new InvalidArgumentError('Expected a number of days, more than 0 and at most 3650.')
}
