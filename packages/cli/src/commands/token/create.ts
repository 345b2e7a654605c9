import { CREATE_TOKEN, type TokenScope } from '@skillwright/hub-api'
import { type Command, InvalidArgumentError } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'

interface TokenFlags extends HubVerbFlags {
  readonly scopes: readonly TokenScope[]
  readonly days?: number
  readonly only?: string
}

const SCOPES: readonly TokenScope[] = ['read', 'invoke', 'publish', 'account', 'review', 'admin']

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
      const body = { name, scopes, expires_in_days: days, bound_to: only }
      const made = await client.call(CREATE_TOKEN, { body })
      printAnswer(terminal, flags, made, [made.token])
      const end = made.expires_at === null ? 'until it is revoked' : `until ${shortTime(made.expires_at)}`
      const where = only === undefined ? '' : ` for ${only} alone`
      terminal.note(`may ${scopes.join(', ')}${where}, ${end}; keep it to yourself, it is not shown again`)
    })
}

function readScopes(text: string): readonly TokenScope[] {
  const words = new Set(text.split(/[ ,]+/).filter((word) => word !== ''))
  const scopes = SCOPES.filter((scope) => words.has(scope))
  if (scopes.length === words.size && scopes.length > 0) return scopes
  throw new InvalidArgumentError(`Expected some of ${SCOPES.join(',')}.`)
}

function readDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= 3650) return days
  throw new InvalidArgumentError('Expected a number of days, more than 0 and at most 3650.')
}
