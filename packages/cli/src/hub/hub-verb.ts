import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { type HubFlags, hubOption } from './open-hub-client.ts'

/** The options of every verb that calls a hub. */
export interface HubVerbFlags extends HubFlags {
  readonly json?: boolean
}

/** A verb that asks a hub something: it has --json and --hub, and examples of how it is typed. */
export function hubVerb(command: Command, examples: readonly string[]): Command {
  return command
    .option('--json', 'print the answer as JSON')
    .addOption(hubOption())
    .addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  $ skillwright ${line}`)].join('\n'))
}

/** Prints the answer of a hub: as JSON when that was asked for, else as the lines for people. */
export function printAnswer(
  terminal: Terminal,
  { json = false }: HubVerbFlags,
  answer: unknown,
  lines: readonly string[],
): void {
  if (json) terminal.print(JSON.stringify(answer, null, 2))
  else for (const line of lines) terminal.print(line)
}
