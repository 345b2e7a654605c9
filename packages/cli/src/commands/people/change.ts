import { CHANGE_PERSON, type PERSON_CHANGE, type Wire } from '@skillwright/hub-api'
import { Argument, type Command } from 'commander'
import { askNewPassword } from '../../hub/ask-secret.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** The roles a user can have at a hub. */
export const ROLES = ['member', 'reviewer', 'admin'] as const

/** `people set-role`: changes the role of a user. */
export function setRoleCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people set-role ada reviewer'])
    .argument('<handle>', 'who')
    .addArgument(new Argument('<role>', 'what they are from now on').choices(ROLES))
    .action(async (handle: string, role: (typeof ROLES)[number], flags: HubVerbFlags) => {
      await change(flags, handle, { role })
      printAnswer(terminal, flags, { handle, role }, [`${handle} is ${role} now`])
    })
}

/** `people set-password`: another password, when theirs is lost. */
export function setPasswordCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people set-password ada'])
    .argument('<handle>', 'who')
    .addHelpText('after', '\nThe password is asked for, or is the first line of stdin.')
    .action(async (handle: string, flags: HubVerbFlags) => {
      await change(flags, handle, { password: await askNewPassword(terminal, handle) })
      printAnswer(terminal, flags, { handle, password: 'changed' }, [`${handle} has another password now`])
    })
}

/** `people disable`: closes an account to every sign-in. */
export function disableCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people disable ada'])
    .argument('<handle>', 'who')
    .action(async (handle: string, flags: HubVerbFlags) => {
      await change(flags, handle, { disabled: true })
      printAnswer(terminal, flags, { handle, disabled: true }, [`${handle} is disabled`])
    })
}

/** `people enable`: opens a closed account again. */
export function enableCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['people enable ada'])
    .argument('<handle>', 'who')
    .action(async (handle: string, flags: HubVerbFlags) => {
      await change(flags, handle, { disabled: false })
      printAnswer(terminal, flags, { handle, disabled: false }, [`${handle} can sign in again`])
    })
}

async function change(flags: HubVerbFlags, handle: string, body: Wire<typeof PERSON_CHANGE>): Promise<void> {
  const client = await openHubClient(flags)
  await client.call(CHANGE_PERSON, { params: { handle }, body })
}
