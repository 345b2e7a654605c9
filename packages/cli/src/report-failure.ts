import { errorEntry, failed, SkillError } from '@skillwright/contract'
import { CommanderError } from 'commander'
import { findingLines } from './finding-lines.ts'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

/** Says what went wrong and sets the exit code of the error table. The only place where a command's exception ends. */
export function reportFailure(terminal: Terminal, thrown: unknown, { json }: { json: boolean }): void {
  const error = thrown instanceof SkillError ? thrown : errorOf(thrown)
  terminal.exitCode = errorEntry(error.code).exit
  if (json) {
    terminal.print(JSON.stringify(failed(error), null, 2))
    return
  }
  // Further lines are set in, so that no text of another passes for a line of ours.
  const [first = '', ...lines] = error.message.split('\n')
  terminal.note(`${paintNote('red', 'error')} ${error.code}: ${visibleText(first)}`)
  for (const line of lines) terminal.note(`  ${visibleText(line.trim())}`)
  for (const line of findingLines(error.findings)) terminal.note(line)
  terminal.note(`${paintNote('cyan', 'hint')} ${visibleText(error.hint)}`)
  if (error.code === 'INTERNAL_ERROR' && thrown instanceof Error) terminal.note(thrown.stack ?? '')
}

function errorOf(thrown: unknown): SkillError {
  return thrown instanceof CommanderError
    ? wrongUse(thrown)
    : new SkillError('INTERNAL_ERROR', messageOf(thrown), { cause: thrown })
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
