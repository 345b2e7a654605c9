import type { Command } from 'commander'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { type UpkeepFlags, upkeepConfig, upkeepVerb } from './upkeep-verb.ts'

/** `hub recover`: a way back in for an administrator who lost their token. */
export function recoverCommand(command: Command, terminal: Terminal): Command {
  return upkeepVerb(
    command,
    `It needs what the hub keeps: its folder, or DATABASE_URL. The hub may be running. The token is shown once and holds an hour;
within ten minutes it makes longer ones, and sets a password.

Examples:
  $ skillwright hub recover
  $ skillwright hub recover ada --dir /srv/hub`,
  )
    .argument('[handle]', 'which administrator (default: the first)')
    .action(async (handle: string | undefined, flags: UpkeepFlags) => {
      const { recoverAdmin } = await import('@skillwright/hub')
      const made = await recoverAdmin(await upkeepConfig(flags), { handle })
      if (flags.json) return terminal.print(JSON.stringify(made))
      terminal.print(made.token)
      terminal.note(
        `for ${paint('bold', made.handle)}, until ${shortTime(made.expires_at ?? '')}; it is not shown again`,
      )
      terminal.note('sign in with it: skillwright login <hub> --token, then: skillwright account password')
    })
}
