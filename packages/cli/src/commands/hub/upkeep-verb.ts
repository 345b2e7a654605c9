import type { HubConfig } from '@skillwright/hub'
import type { Command } from 'commander'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** The options of every verb that works on the data of a hub on this machine. */
export interface UpkeepFlags {
  readonly config?: string
  readonly dir?: string
  readonly json?: boolean
}

/** A verb for the operator of a hub: it finds the hub by the same settings as the hub itself. */
export function upkeepVerb(command: Command, more: string): Command {
  return command
    .option('-c, --config <file>', 'settings of the hub (default: skillwright-hub.json here, if there is one)')
    .option('-d, --dir <folder>', 'where the hub keeps database and packages (default: skillwright-hub)')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', `\n${more}`)
}

/** The settings of the hub that is meant. */
export async function upkeepConfig({ config, dir }: UpkeepFlags): Promise<HubConfig> {
  const { readHubConfig } = await import('@skillwright/hub')
  return readHubConfig({ flags: { config, dir } })
}

/** Prints what was found or done, and ends with 1 when something is wrong. */
export function printReport(
  terminal: Terminal,
  { json = false }: UpkeepFlags,
  report: { readonly problems: readonly { readonly subject: string; readonly message: string }[] },
  lines: readonly string[],
): void {
  if (report.problems.length > 0) terminal.exitCode = 1
  if (json) {
    terminal.print(JSON.stringify(report, null, 2))
    return
  }
  for (const { subject, message } of report.problems) terminal.print(visibleText(`wrong: ${subject}: ${message}`))
  for (const line of lines) terminal.print(line)
}
