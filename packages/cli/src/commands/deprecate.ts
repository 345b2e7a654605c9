import { DEPRECATE_SKILL, DEPRECATE_VERSION, parseScoped, writeReference } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import type { Terminal } from '../terminal.ts'

interface DeprecateFlags extends HubVerbFlags {
  readonly message: string
  readonly undo?: boolean
}

/** `deprecate`: tells users of a skill or version to move on. */
export function deprecateCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'deprecate @acme/web-search --message "use @acme/search"',
    'deprecate @acme/web-search@1.2.0 --message "loses dates, use 1.2.1"',
  ])
    .argument('<skill>', '@scope/name, or @scope/name@version for that version alone')
    .option('-m, --message <text>', 'what to do instead', 'no longer maintained')
    .option('--undo', 'take the message back')
    .action(async (text: string, { message: said, undo = false, ...flags }: DeprecateFlags) => {
      const { range: version, ...skill } = parseScoped(text)
      const subject = version === undefined ? skill : { ...skill, version }
      const message = undo ? null : said
      const client = await openHubClient(flags)
      if ('version' in subject) await client.call(DEPRECATE_VERSION, { params: subject, body: { message } })
      else await client.call(DEPRECATE_SKILL, { params: subject, body: { message } })
      const name = writeReference(subject)
      printAnswer(terminal, flags, { name, deprecated: message }, [
        message === null ? `${name} is no longer deprecated` : `${name} is deprecated: ${message}`,
      ])
    })
}
