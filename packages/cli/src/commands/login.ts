import { hostname } from 'node:os'
import { SkillError } from '@skillwright/contract'
import { Command } from 'commander'
import { askSecret } from '../hub/ask-secret.ts'
import { createHubClient } from '../hub/hub-client.ts'
import { forgetToken, knownHubsFile, readKnownHubs, rememberHub } from '../hub/known-hubs.ts'
import { hubUrl } from '../hub/open-hub-client.ts'
import { paint, type Terminal } from '../terminal.ts'

interface LoginFlags {
  readonly handle?: string
  readonly forget?: boolean
  readonly json?: boolean
}

/** `login`: remembers a token for a hub, given or got for a password. */
export function loginCommand(terminal: Terminal): Command {
  return new Command('login')
    .description('sign in to a hub with a token, or with a handle and its password')
    .argument('[hub]', 'address of the hub', 'http://127.0.0.1:7171')
    .option('--handle <handle>', 'sign in with the password of this account instead of a token')
    .option('--forget', 'sign out: forget the token')
    .option('--json', 'print who you are as JSON')
    .addHelpText(
      'after',
      `
The token or password is asked for, or read from stdin; never from the command line, which others can read.

Examples:
  $ skillwright login http://127.0.0.1:7171
  $ skillwright login https://hub.example.com --handle ada
  $ echo "$TOKEN" | skillwright login https://hub.example.com`,
    )
    .action(async (hub: string, flags: LoginFlags) => {
      const url = hubUrl(hub)
      if (flags.forget) {
        await forgetToken(url)
        return terminal.print(`forgot the token for ${url}`)
      }
      const token =
        flags.handle === undefined
          ? await askSecret(terminal, `Token for ${url}`)
          : await tokenForPassword(url, flags.handle, await askSecret(terminal, `Password of ${flags.handle}`))
      const { handle, scopes } = await createHubClient({ url, token }).ask<WhoAmI>('/v1/whoami')
      if (handle === null) throw new SkillError('AUTHENTICATION_REQUIRED', 'No token was given')
      await rememberHub(url, { token, handle }, { isDefault: true })
      if (flags.json) return terminal.print(JSON.stringify({ hub: url, handle, scopes }, null, 2))
      terminal.print(`${paint('green', 'signed in')} to ${url} as ${handle} (${scopes.join(', ')})`)
      terminal.note(`the token is kept in ${knownHubsFile()}`)
    })
}

/** `whoami`: whom a hub takes you for. */
export function whoamiCommand(terminal: Terminal): Command {
  return new Command('whoami')
    .description('show which hubs you signed in to, and as whom')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { default: meant, hubs } = await readKnownHubs()
      const rows = []
      for (const [url, { token }] of Object.entries(hubs)) {
        if (token === undefined) continue
        const me = await createHubClient({ url, token })
          .ask<WhoAmI>('/v1/whoami')
          .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
        rows.push({ hub: url, is_default: url === meant, ...me })
      }
      if (json) return terminal.print(JSON.stringify(rows, null, 2))
      if (rows.length === 0) terminal.print('you are not signed in anywhere: skillwright login <hub>')
      for (const row of rows)
        terminal.print(
          `${row.is_default ? '*' : ' '} ${row.hub}  ${'handle' in row ? `${row.handle} (${row.scopes.join(', ')})` : paint('yellow', row.problem)}`,
        )
    })
}

interface WhoAmI {
  readonly handle: string | null
  readonly scopes: readonly string[]
}

async function tokenForPassword(url: string, handle: string, password: string): Promise<string> {
  const { token } = await createHubClient({ url }).ask<{ token: string }>('/v1/login', {
    method: 'POST',
    json: { handle, password, token_name: `skillwright on ${hostname()}`.slice(0, 100) },
  })
  return token
}
