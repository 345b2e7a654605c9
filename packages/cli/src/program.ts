import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { accessCommand } from './commands/access.ts'
import { accountCommand } from './commands/account.ts'
import { callCommand } from './commands/call.ts'
import { collectionCommand } from './commands/collection.ts'
import { contractCommand } from './commands/contract.ts'
import { deprecateCommand } from './commands/deprecate.ts'
import { describeCommand } from './commands/describe.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { findCommand } from './commands/find.ts'
import { hubCommand } from './commands/hub.ts'
import { importCommand } from './commands/import.ts'
import { indexCommand } from './commands/index-skills.ts'
import { infoCommand } from './commands/info.ts'
import { injectCommand } from './commands/inject.ts'
import { lintCommand } from './commands/lint.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { mirrorCommand } from './commands/mirror.ts'
import { newCommand } from './commands/new.ts'
import { packCommand } from './commands/pack.ts'
import { peopleCommand } from './commands/people.ts'
import { prepareCommand } from './commands/prepare.ts'
import { publishCommand } from './commands/publish.ts'
import { reviewCommand } from './commands/review.ts'
import { runCommand } from './commands/run.ts'
import { scanCommand } from './commands/scan.ts'
import { scopeCommand } from './commands/scope.ts'
import { searchCommand } from './commands/search.ts'
import { signCommand } from './commands/sign.ts'
import { testCommand } from './commands/test.ts'
import { tokenCommand } from './commands/token.ts'
import { unpackCommand } from './commands/unpack.ts'
import { verifyCommand } from './commands/verify.ts'
import { verifySignatureCommand } from './commands/verify-signature.ts'
import { whoamiCommand } from './commands/whoami.ts'
import { yankCommand } from './commands/yank.ts'
import type { Terminal } from './terminal.ts'

/** The whole command line as commander sees it: one command for each file in commands/. With `json` it says nothing of wrong use by itself. */
export function buildProgram(terminal: Terminal, { json = false } = {}): Command {
  const program = new Command('skillwright')
    .description('Make agent skills dependable. Short name: skw.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    // A verb's words are the verb's alone; `new agent` needs it, having options of the same names as `new`.
    .enablePositionalOptions()
    .addCommand(newCommand(terminal))
    .addCommand(lintCommand(terminal))
    .addCommand(scanCommand(terminal))
    .addCommand(runCommand(terminal))
    .addCommand(testCommand(terminal))
    .addCommand(verifyCommand(terminal))
    .addCommand(prepareCommand(terminal))
    .addCommand(callCommand(terminal))
    .addCommand(doctorCommand(terminal))
    .addCommand(packCommand(terminal))
    .addCommand(unpackCommand(terminal))
    .addCommand(signCommand(terminal))
    .addCommand(verifySignatureCommand(terminal))
    .addCommand(describeCommand(terminal))
    .addCommand(exportCommand(terminal))
    .addCommand(importCommand(terminal))
    .addCommand(contractCommand(terminal))
    .addCommand(findCommand(terminal))
    .addCommand(injectCommand(terminal))
    .addCommand(indexCommand(terminal))
    .commandsGroup('With a hub:')
    .addCommand(searchCommand(terminal))
    .addCommand(infoCommand(terminal))
    .addCommand(loginCommand(terminal))
    .addCommand(logoutCommand(terminal))
    .addCommand(whoamiCommand(terminal))
    .addCommand(accountCommand(terminal))
    .addCommand(publishCommand(terminal))
    .addCommand(yankCommand(terminal))
    .addCommand(deprecateCommand(terminal))
    .addCommand(accessCommand(terminal))
    .addCommand(scopeCommand(terminal))
    .addCommand(tokenCommand(terminal))
    .addCommand(collectionCommand(terminal))
    .addCommand(reviewCommand(terminal))
    .addCommand(peopleCommand(terminal))
    .addCommand(mirrorCommand(terminal))
    .addCommand(hubCommand(terminal))
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright new daily-digest --language python
  $ skillwright lint daily-digest
  $ skillwright scan daily-digest
  $ skillwright run daily-digest --param text=hello
  $ skillwright test daily-digest
  $ skillwright pack daily-digest
  $ skillwright contract check daily-digest input.json
  $ skillwright search "summarise the news"

Exit codes: 0 yes, 1 no (it does not fit, it breaks, it has errors, it is not there), 2 wrong use or unreadable input,
3 could not be checked, 70 a bug of ours, 130 interrupted.`,
    )
  everyCommand(program, (command) =>
    command
      .exitOverride()
      .configureOutput({
        writeOut: (text) => terminal.print(text.trimEnd()),
        // Whoever asked for JSON gets wrong use as JSON too, from the one place that reports failures.
        writeErr: (text) => json || terminal.note(text.trimEnd()),
      })
      .showHelpAfterError('(add --help for the options and examples)'),
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
