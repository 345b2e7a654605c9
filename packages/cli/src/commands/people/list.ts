import type { Command } from 'commander'
import { columns } from '../../hub/columns.ts'
import type { HubClient } from '../../hub/hub-client.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
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

const PAGE = 100

/** `people list`: everybody. */
export function listCommand(terminal: Terminal): Command {
  return hubVerb('list', 'everybody, and every organisation', ['people list']).action(async (flags: HubVerbFlags) => {
    const people = await everybody(await openHubClient(flags))
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

async function everybody(client: HubClient): Promise<PersonInfo[]> {
  const people: PersonInfo[] = []
  for (;;) {
    const after = encodeURIComponent(people.at(-1)?.handle ?? '')
    const { items } = await client.ask<{ items: PersonInfo[] }>(`/v1/people?limit=${PAGE}&after=${after}`)
    people.push(...items)
    if (items.length < PAGE) return people
  }
}
