import type { Command } from 'commander'
import { repeatable } from './repeatable.ts'

/** How a service is called. */
export interface RemoteFlags {
  readonly credential?: string
  readonly allow?: readonly string[]
}

/** Adds the options of every command that may call a service. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option('-c, --credential <name>', 'the environment variable that holds the key, or the JSON of an OAuth client')
    .option(
      '--allow <host>',
      'a private host or address that may be called all the same; repeat for several',
      repeatable,
    )
}
