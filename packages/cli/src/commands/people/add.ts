import { CREATE_PERSON } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { askNewPassword } from '../../hub/ask-secret.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'
import { ROLES } from './change.ts'

interface AddFlags extends HubVerbFlags {
  readonly name?: string
  readonly email?: string
  readonly role?: (typeof ROLES)[number]
  /** False for --no-password. */
  readonly password: boolean
}

/** `people add`: makes an account for a user. */
export function addCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people add ada --name "Ada Lovelace"', 'people add rosa --role reviewer --no-password'])
    .argument('<handle>', 'what they are called here; they publish as @handle/…')
    .option('--name <name>', 'their name for people')
    .option('--email <address>', 'where to reach them')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('member'))
    .option('--no-password', 'for now; they cannot sign in before: skillwright people set-password')
    .addHelpText('after', '\nThe password is asked for, or is the first line of stdin.')
    .action(async (handle: string, { name, email, role, password: isAsked, ...flags }: AddFlags) => {
      const client = await openHubClient(flags)
      const password = isAsked ? await askNewPassword(terminal, handle) : undefined
      const body = { handle, display_name: name, email, role, password }
      const made = await client.call(CREATE_PERSON, { body })
      printAnswer(terminal, flags, made, [`${paint('green', 'added')} ${visibleText(`${made.handle} (${made.role})`)}`])
      if (isAsked) terminal.note(`they sign in with: skillwright login ${client.url} --handle ${handle}`)
    })
}
