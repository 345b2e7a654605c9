import { parseExact, VERIFY_AGAIN, writeReference } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `review verify`: asks for another verify run. */
export function verifyCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review verify @acme/web-search@1.2.0'])
    .argument('<skill>', '@scope/name@version')
    .action(async (text: string, flags: HubVerbFlags) => {
      const reference = parseExact(text)
      const client = await openHubClient(flags)
      const answer = await client.call(VERIFY_AGAIN, { params: reference })
      const name = writeReference(reference)
      printAnswer(terminal, flags, answer, [
        `${name} waits for its verify run; what comes of it: skillwright review evidence ${name}`,
      ])
    })
}
