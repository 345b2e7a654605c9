import { LIST_SECRETS } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readSecretPlace } from '../../hub/secret-place.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import type { Terminal } from '../../terminal.ts'

/** `secrets list`: which there are. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['secrets list @acme'])
    .argument('<scope>', 'whose: @scope')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const { scope } = readSecretPlace(text)
      const secrets = await takeItems(client.list(LIST_SECRETS, { params: { scope } }))
      const rows = secrets.map(({ name, skill, set_by, set_at }) => [
        name,
        skill === null ? 'all skills' : skill,
        `set by ${set_by}`,
        shortTime(set_at),
      ])
      printAnswer(terminal, flags, secrets, columns(rows))
      if (secrets.length === 0) terminal.note(`there are none: skillwright secrets set @${scope} <NAME>`)
    })
}
