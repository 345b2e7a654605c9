import { hostname } from 'node:os'
import { SkillError } from '@skillwright/contract'
import { Command } from 'commander'
import { askNewPassword, askSecret } from '../hub/ask-secret.ts'
import { createHubClient } from '../hub/hub-client.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { knownHubsFile, rememberHub } from '../hub/known-hubs.ts'
import { isThisMachine, meantHub } from '../hub/open-hub-client.ts'
import type { WhoAmI } from '../hub/who-am-i.ts'
import { paint, paintNote, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface LoginFlags {
  readonly handle?: string
  readonly register?: boolean
  readonly json?: boolean
}

/** `login`: remembers a token for a hub, given or got for a password. */
export function loginCommand(terminal: Terminal): Command {
  return new Command('login')
    .description('sign in to a hub with a token, or with a handle and its password')
    .argument('[hub]', 'address of the hub (default: SKILLWRIGHT_HUB_URL, else the one you signed in to last)')
    .option('--handle <handle>', 'sign in with the password of this account instead of a token')
    .option('--register', 'make the account first, where the hub lets everybody')
    .option('--json', 'print who you are as JSON')
    .addHelpText(
      'after',
      `
The token or password is asked for, or is the first line of stdin; never on the command line, which others can read. With a
password a token for this machine is made, which "skillwright logout" ends.

Examples:
  $ skillwright login http://127.0.0.1:7171
  $ skillwright login https://hub.example.com --handle ada
  $ echo "$TOKEN" | skillwright login https://hub.example.com`,
    )
    .action(async (hub: string | undefined, flags: LoginFlags) => {
      const url = await meantHub(hub === undefined ? {} : { hub })
      if (url.startsWith('http:') && !isThisMachine(url))
        terminal.note(`${paintNote('yellow', 'not encrypted')} whoever is between you and ${url} can read your token`)
      const token = await tokenFor(terminal, url, flags)
      const { handle, role, scopes } = await createHubClient({ url, token }).ask<WhoAmI>('/v1/whoami')
      if (handle === null) throw new SkillError('AUTHENTICATION_REQUIRED', `${url} does not know whose token this is`)
      await rememberHub(url, { token, handle, isOwnToken: flags.handle !== undefined }, { isDefault: true })
      printAnswer(terminal, flags, { hub: url, handle, role, scopes }, [
        `${paint('green', 'signed in')} to ${url} as ${visibleText(handle)} (may ${visibleText(scopes.join(', '))})`,
      ])
      terminal.note(`the token is kept in ${knownHubsFile()}`)
    })
}

async function tokenFor(terminal: Terminal, url: string, { handle, register }: LoginFlags): Promise<string> {
  if (handle === undefined && register)
    throw new SkillError('INVALID_INPUT', '--register needs a handle', { hint: 'Add --handle and the name you want' })
  if (handle === undefined) return askToken(terminal, url)
  const password = await (register
    ? askNewPassword(terminal, handle)
    : askSecret(terminal, `Password of ${handle} at ${url}`))
  const client = createHubClient({ url })
  if (register) await client.ask('/v1/accounts', { method: 'POST', json: { handle, password } })
  const { token } = await client.ask<{ token: string }>('/v1/login', {
    method: 'POST',
    json: { handle, password, token_name: `skillwright on ${hostname()}`.slice(0, 100) },
  })
  return token
}

async function askToken(terminal: Terminal, url: string): Promise<string> {
  const token = (await askSecret(terminal, `Token for ${url}`)).trim()
  if (token !== '') return token
  throw new SkillError('AUTHENTICATION_REQUIRED', 'No token was given', {
    hint: 'Paste the one that the hub showed on its first start or that "skillwright token create" made, or use --handle',
  })
}
