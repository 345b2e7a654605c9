import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readItems } from '../../hub/read-items.ts'
import { shortTime } from '../../hub/short-time.ts'
import type { Terminal } from '../../terminal.ts'

interface PersonInfo {
  readonly handle: string
  readonly kind: string
  readonly display_name: string
  readonly role: string
  readonly disabled: boolean
  readonly created_at: string
}

/** `people list`: everybody. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people list']).action(async (flags: HubVerbFlags) => {
    const people = await readItems<PersonInfo>(await openHubClient(flags), '/v1/people')
    const rows = people.map(({ handle, kind, display_name, role, disabled, created_at }) => [
      handle,
      kind === 'organisation' ? kind : role,
      disabled ? 'disabled' : '',
      `since ${shortTime(created_at)}`,
      display_name === handle ? '' : display_name,
    ])
    printAnswer(terminal, flags, people, columns(rows))
  })
}
