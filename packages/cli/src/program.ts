import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { contractCommand } from './commands/contract.ts'
import type { Terminal } from './terminal.ts'

/** The whole command line as commander sees it: one command for each file in commands/. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('skillwright')
    .description('Make agent skills dependable. Short name: skw.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addCommand(contractCommand(terminal))
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright contract check contract.json input.json
  $ skillwright contract compare old/contract.json new/contract.json
  $ skillwright contract types contract.json > contract.ts

Exit codes: 0 yes, 1 no (it does not fit, it breaks, it has errors), 2 wrong use or unreadable input, 70 a bug of ours.`,
    )
  everyCommand(program, (command) =>
    command.exitOverride().showHelpAfterError('(add --help for the options and examples)'),
  )
  return program
}

function everyCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const sub of command.commands) everyCommand(sub, visit)
}

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
