import { Command, CommanderError } from 'commander'
import { ownVersion } from './own-version.ts'
import type { Terminal } from './terminal.ts'
import { addHelpVerb, addVerbs } from './verb.ts'
import { HUB_VERBS, INSTALL_VERBS, VERBS } from './verbs.ts'

/** Runs one command line; its answer and its exit code are in the terminal afterwards. */
export async function runCli(commandLine: readonly string[], terminal: Terminal): Promise<void> {
  const [first, ...rest] = commandLine
  // Document C types `hermes skill install …`: with `alias hermes=skillwright` the word in between changes nothing.
  const words = first === 'skill' || first === 'skills' ? rest : commandLine
  const end = words.indexOf('--')
  const json = words.slice(0, end < 0 ? undefined : end).includes('--json')
  try {
    await buildProgram(terminal, { json }).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed help or the usage error itself; its own code 1 means wrong use, which is 2 everywhere here.
      terminal.exitCode = error.exitCode === 0 ? 0 : 2
      if (!json || terminal.exitCode === 0) return
    }
    const { reportFailure } = await import('./report-failure.ts')
    reportFailure(terminal, error, { json })
  }
}

/** Ends the command line as commander's own option would; the version is read when it is asked for. */
function printVersion(terminal: Terminal): never {
  terminal.print(ownVersion())
  throw new CommanderError(0, 'commander.version', 'the version was printed')
}

/** The whole command line as commander sees it; a verb is loaded when it is called. With `json` it says nothing of wrong use by itself. */
export function buildProgram(terminal: Terminal, { json = false } = {}): Command {
  const program = new Command('skillwright')
    .description('Make agent skills dependable. Short name: skw.')
    .option('-V, --version', 'print the version')
    .on('option:version', () => printVersion(terminal))
    .helpOption('-h, --help', 'show help')
    // A verb's words are the verb's alone; `new agent` needs it, having options of the same names as `new`.
    .enablePositionalOptions()
    // Verbs take these over when they are added.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      // A caller who asked for JSON gets wrong use as JSON too, from the one place that reports failures.
      writeErr: (text) => json || terminal.note(text.trimEnd()),
    })
    .showHelpAfterError('(add --help for the options and examples)')
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
  $ skillwright install official/daily-news-digest

Exit codes: 0 yes, 1 no (it does not fit, it breaks, it has errors, it is not there), 2 wrong use or unreadable input,
3 could not be checked, 70 a bug of ours, 130 interrupted.`,
    )
  addHelpVerb(addVerbs(program, terminal, VERBS))
  addVerbs(program.commandsGroup('Installed skills:'), terminal, INSTALL_VERBS)
  return addVerbs(program.commandsGroup('With a hub:'), terminal, HUB_VERBS)
}
