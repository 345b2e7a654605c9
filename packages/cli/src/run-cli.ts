import { CommanderError } from 'commander'
import { buildProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

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
