import type { Command } from 'commander'
import { type HubFlags, hubOption } from '../hub/open-hub-client.ts'

/** The options of every verb about what is installed. */
export interface InstallFlags extends HubFlags {
  readonly json?: boolean
  readonly user?: boolean
}

/** The options of the verbs that change something. */
export interface ChangeFlags extends InstallFlags {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly force?: boolean
  readonly copy?: boolean
  readonly allowBlocked?: string
}

/** A verb about what is installed: it has --json and --user, and examples of how it is typed. */
export function installVerb(command: Command, examples: readonly string[]): Command {
  return command
    .option('--json', 'print the answer as JSON')
    .option('-u, --user', 'for you in every project, instead of this one')
    .addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  $ skillwright ${line}`)].join('\n'))
}

/** One that changes what is installed: also --dry-run, --yes and --hub. */
export function changeVerb(command: Command, examples: readonly string[]): Command {
  return installVerb(command, examples)
    .option('-n, --dry-run', 'only say what would change')
    .option('-y, --yes', 'agree to what the skills may do')
    .option('-f, --force', 'move what is in the way, or was changed, to the history')
    .option('--allow-blocked <reason>', 'install what the scan blocks; the reason is written into the lock')
    .option('--copy', 'copy into each folder, instead of linking to the first')
    .addOption(hubOption())
}
