import { createHubClient, LOG_OUT } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { printAnswer } from '../hub/hub-verb.ts'
import { forgetHub, readKnownHubs } from '../hub/known-hubs.ts'
import { selectHub } from '../hub/open-hub-client.ts'
import { forgetSeenDigests } from '../hub/seen-digests.ts'
import { paintNote, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface LogoutFlags {
  readonly forgetLog?: boolean
  readonly json?: boolean
}

/** `logout`: forgets the token for a hub. */
export function logoutCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('[hub]', 'address of the hub (default: the one you signed in to last)')
    .option('--forget-log', 'also forget the key and the state of its log: the next visit trusts what it finds')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      `
A token that signing in with a password made is ended; one that you pasted is only forgotten: skillwright token revoke.

Examples:
  $ skillwright logout
  $ skillwright logout http://127.0.0.1:7171 --forget-log`,
    )
    .action(async (hub: string | undefined, flags: LogoutFlags) => {
      const url = await selectHub(hub === undefined ? {} : { hub })
      const { token, isOwnToken = false } = (await readKnownHubs()).hubs[url] ?? {}
      const isEnded = isOwnToken && token !== undefined && (await endToken(terminal, url, token))
      await forgetHub(url, { log: flags.forgetLog ?? false })
      if (flags.forgetLog) await forgetSeenDigests(url)
      const word =
        token === undefined ? 'you were not signed in to' : isEnded ? 'signed out of' : 'forgot the token for'
      printAnswer(terminal, flags, { hub: url, was_signed_in: token !== undefined, token_ended: isEnded }, [
        `${word} ${url}${flags.forgetLog ? ', and forgot its log' : ''}`,
      ])
    })
}

/** Ends the token at the hub; a hub that does not answer, or no longer knows it, does not keep the user signed in here. */
async function endToken(terminal: Terminal, url: string, token: string): Promise<boolean> {
  try {
    await createHubClient({ url, token }).call(LOG_OUT, { timeoutMs: 10_000 })
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    terminal.note(`${paintNote('yellow', 'not ended')} the token could not be ended: ${visibleText(reason)}`)
    return false
  }
}
