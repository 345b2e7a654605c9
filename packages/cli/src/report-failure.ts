import { errorEntry, failed, SkillError } from '@skillwright/contract'
import { CommanderError } from 'commander'
import { findingLines } from './finding-lines.ts'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

/** Says what went wrong and sets the exit code of the error table. The only place where a command's exception ends. */
export function reportFailure(terminal: Terminal, thrown: unknown, { json }: { json: boolean }): void {
  if (thrown instanceof CommanderError) {
    // Commander has printed help or the usage error itself; its own code 1 means wrong use, which is 2 everywhere here.
    terminal.exitCode = thrown.exitCode === 0 ? 0 : 2
    if (json && terminal.exitCode !== 0) terminal.print(JSON.stringify(failed(wrongUse(thrown)), null, 2))
    return
  }
  const error =
    thrown instanceof SkillError ? thrown : new SkillError('INTERNAL_ERROR', messageOf(thrown), { cause: thrown })
  terminal.exitCode = errorEntry(error.code).exit
  if (json) {
    terminal.print(JSON.stringify(failed(error), null, 2))
    return
  }
  terminal.note(`${paintNote('red', 'error')} ${error.code}: ${visibleText(error.message)}`)
  for (const line of findingLines(error.findings)) terminal.note(line)
  terminal.note(`${paintNote('cyan', 'hint')} ${visibleText(error.hint)}`)
  if (error.code === 'INTERNAL_ERROR' && thrown instanceof Error) terminal.note(thrown.stack ?? '')
}

function wrongUse({ code, message }: CommanderError): SkillError {
  const text = code === 'commander.help' ? 'Expected a command, got none' : message.replace(/^error: /, '')
  return new SkillError('INVALID_INPUT', text.replace(/\s*\n\s*/g, ' '), {
    hint: 'Add --help for the options and examples',
  })
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
