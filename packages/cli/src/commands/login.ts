import { hostname } from 'node:os'
import { SkillError } from '@skillwright/contract'
import { createHubClient, LOG_IN, REGISTER, WHO_AM_I } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { askNewPassword, askSecret } from '../hub/ask-secret.ts'
import { logInByCode } from '../hub/device-login.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { knownHubsFile, rememberHub } from '../hub/known-hubs.ts'
import { isThisMachine, selectHub } from '../hub/open-hub-client.ts'
import { paint, paintNote, type Terminal } from '../terminal.ts'
import { addVerbs, type Verb } from '../verb.ts'
import { visibleText } from '../visible-text.ts'

const PIPE_PATIENCE_MS = 2_000

interface LoginFlags {
  readonly handle?: string
  readonly register?: boolean
  readonly token?: boolean
  readonly json?: boolean
}

const VERBS: readonly Verb[] = [
  {
    name: 'approve',
    summary: 'sign in the program that shows a code, as yourself',
    load: async () => (await import('./login/approve.ts')).approveCommand,
  },
]

/** `login`: remembers a token for a hub: given, or got for a code that is typed elsewhere or for a password. */
export function loginCommand(command: Command, terminal: Terminal): Command {
  return addVerbs(command, terminal, VERBS)
    .argument('[hub]', 'address of the hub (default: SKILLWRIGHT_HUB_URL, else the one you signed in to last)')
    .option('--handle <handle>', 'sign in with the password of this account')
    .option('--token', 'ask for a token')
    .option('--register', 'make the account first, where registration is open')
    .option('--json', 'print who you are as JSON')
    .addHelpText(
      'after',
      `
Without a flag a code is shown, to be typed at the hub's page by a user who is signed in there, or given to "skillwright login
approve". A token or password is asked for, or is the first line of stdin; never on the command line, which others can read. For a
code or a password a token for this machine is made, which "skillwright logout" ends.

Examples:
  $ skillwright login http://127.0.0.1:7171
  $ skillwright login https://hub.example.com --handle ada
  $ echo "$TOKEN" | skillwright login https://hub.example.com`,
    )
    .action(async (hub: string | undefined, flags: LoginFlags) => {
      const url = await selectHub(hub === undefined ? {} : { hub })
      if (url.startsWith('http:') && !isThisMachine(url))
        terminal.note(`${paintNote('yellow', 'not encrypted')} anyone between you and ${url} can read your token`)
      const { token, isOwnToken } = await tokenFor(terminal, url, flags)
      const { handle, role, scopes } = await createHubClient({ url, token }).call(WHO_AM_I)
      if (handle === null) throw new SkillError('AUTHENTICATION_REQUIRED', `${url} does not know whose token this is`)
      await rememberHub(url, { token, handle, isOwnToken }, { isDefault: true })
      printAnswer(terminal, flags, { hub: url, handle, role, scopes }, [
        `${paint('green', 'signed in')} to ${url} as ${visibleText(handle)} (may ${visibleText(scopes.join(', '))})`,
      ])
      terminal.note(`the token is kept in ${knownHubsFile()}`)
    })
}

interface GotToken {
  readonly token: string
  /** True when it was made for this machine. */
  readonly isOwnToken: boolean
}

async function tokenFor(
  terminal: Terminal,
  url: string,
  { handle, register, token: isAsked = false }: LoginFlags,
): Promise<GotToken> {
  if (handle !== undefined) return { token: await tokenForPassword(terminal, url, handle, register), isOwnToken: true }
  if (register)
    throw new SkillError('INVALID_INPUT', '--register needs a handle', { hint: 'Add --handle and the name you want' })
  const given = isAsked ? (await askSecret(terminal, `Token for ${url}`)).trim() : await pipedLine(terminal)
  if (given !== '') return { token: given, isOwnToken: false }
  if (!isAsked) return { token: await logInByCode(terminal, url, thisMachine()), isOwnToken: true }
  throw new SkillError('AUTHENTICATION_REQUIRED', 'No token was given', {
    hint: 'Paste the one that the hub showed on its first start or that "skillwright token create" made; without --token a code is shown, with --handle a password is asked for',
  })
}

/** The first line of a pipe; empty at a terminal, for a pipe that ends, and for one that says nothing. */
async function pipedLine(terminal: Terminal): Promise<string> {
  if (process.stdin.isTTY) return ''
  const read = terminal.readStdin().then((text) => (text.split(/\r?\n/)[0] ?? '').trim())
  using patience = new DisposableStack()
  const { promise: silent, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PIPE_PATIENCE_MS, undefined)
  patience.defer(() => clearTimeout(timer))
  const line = await Promise.race([read, silent])
  if (line !== undefined) return line
  read.catch(() => undefined)
  // Nothing is written to it: it must not keep the process from ending.
  process.stdin.destroy()
  return ''
}

async function tokenForPassword(terminal: Terminal, url: string, handle: string, register = false): Promise<string> {
  const password = await (register
    ? askNewPassword(terminal, handle)
    : askSecret(terminal, `Password of ${handle} at ${url}`))
  const client = createHubClient({ url })
  if (register) await client.call(REGISTER, { body: { handle, password } })
  const { token } = await client.call(LOG_IN, { body: { handle, password, token_name: thisMachine() } })
  if (token !== undefined) return token
  throw new SkillError('EXTERNAL_SERVICE_ERROR', `${url} signed you in without a token`)
}

function thisMachine(): string {
  return `skillwright on ${hostname()}`.slice(0, 100)
}
