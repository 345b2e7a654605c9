import { ADD_MIRROR, scopeOf } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface AddFlags extends HubVerbFlags {
  readonly scope: string
  readonly kind: 'hub' | 'well-known' | 'clawhub'
}

/** `mirror add`: another registry is followed. */
export function addCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'mirror add https://hub.example.com --scope upstream',
    'mirror add https://skills.example.com --kind well-known --scope example',
  ])
    .argument('<url>', 'where it is')
    .requiredOption('--scope <scope>', 'the scope that its skills come into: skillwright scope create')
    .addOption(new Option('--kind <kind>', 'what it is').choices(['hub', 'well-known', 'clawhub']).default('hub'))
    .action(async (url: string, { scope, kind, ...flags }: AddFlags) => {
      const client = await openHubClient(flags)
      const body = { kind, url, scope: scopeOf(scope) }
      const added = await client.call(ADD_MIRROR, { body })
      printAnswer(terminal, flags, added, [
        `${paint('green', 'following')} ${visibleText(`${added.url} into @${added.scope}`)}`,
      ])
      terminal.note(`what it has comes by and by; at once: skillwright mirror sync ${visibleText(added.url)}`)
    })
}
