import { buildProgram } from './program.ts'
import { reportFailure } from './report-failure.ts'
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
    reportFailure(terminal, error, { json })
  }
}
