import { CHANGE_PASSWORD, WHO_AM_I } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { askNewPassword, askSecret } from '../../hub/ask-secret.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

/** `account password`: another password. */
export function passwordCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['account password', 'account password --end-others'])
    .option('--end-others', 'end the tokens that you made, too')
    .addHelpText(
      'after',
      `
The current password is asked for, then the new one; from a pipe they are its first two lines. Within ten minutes of signing in the current
one may be left empty. You are signed out everywhere else.`,
    )
    .action(async ({ endOthers = false, ...flags }: HubVerbFlags & { readonly endOthers?: boolean }) => {
      const client = await openHubClient(flags)
      const { handle } = await client.call(WHO_AM_I)
      const { current, password } = await askBoth(terminal, handle ?? '')
      const body = { password, end_others: endOthers, ...(current === '' ? {} : { current }) }
      await client.call(CHANGE_PASSWORD, { body })
      printAnswer(terminal, flags, { handle, password: 'changed', end_others: endOthers }, [
        'your password is changed, and you are signed out everywhere else',
      ])
    })
}

async function askBoth(terminal: Terminal, handle: string): Promise<{ current: string; password: string }> {
  if (!process.stdin.isTTY) {
    const [current = '', password = ''] = (await terminal.readStdin()).split(/\r?\n/)
    return { current, password }
  }
  const current = await askSecret(terminal, 'Current password, empty if you just signed in')
  return { current, password: await askNewPassword(terminal, handle) }
}
