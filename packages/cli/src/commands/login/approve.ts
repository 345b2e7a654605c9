import { DECIDE_DEVICE_LOGIN, READ_DEVICE_LOGIN } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `login approve`: signs another program in as yourself. */
export function approveCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['login approve BCDF-GHJK', 'login approve BCDF-GHJK --deny'])
    .argument('<code>', 'the code that it shows')
    .option('--deny', 'refuse it instead')
    .action(async (code: string, { deny = false, ...flags }: HubVerbFlags & { readonly deny?: boolean }) => {
      const client = await openHubClient(flags)
      const params = { code }
      const { name, address } = await client.call(READ_DEVICE_LOGIN, { params })
      await client.call(DECIDE_DEVICE_LOGIN, { params, body: { decision: deny ? 'deny' : 'approve' } })
      const word = deny ? paint('red', 'refused') : paint('green', 'signed in')
      printAnswer(terminal, flags, { name, address, approved: !deny }, [
        `${word} ${visibleText(`${name}, which asked from ${address}`)}`,
      ])
    })
}
