import { errorEntry, failed, SkillError, unwritablePath } from '@skillwright/contract'
import { CommanderError } from 'commander'
import { findingLines } from './finding-lines.ts'
import { addParams } from './show-run.ts'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

const REPORT_IT = 'Report it with what you typed'
const FULL_OR_READ_ONLY: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
const DENIED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

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
  terminal.note(`${paintNote('cyan', 'hint')} ${visibleText(addParams(error.details) ?? error.hint)}`)
  if (error.code === 'INTERNAL_ERROR' && thrown instanceof Error) terminal.note(thrown.stack ?? '')
}

function errorOf(thrown: unknown): SkillError {
  if (thrown instanceof CommanderError) return wrongUse(thrown)
  return ofMachine(thrown) ?? new SkillError('INTERNAL_ERROR', messageOf(thrown), { cause: thrown, hint: REPORT_IT })
}

/** What the disk of the user refused, wherever it was met; undefined when it is not that. */
function ofMachine(thrown: unknown): SkillError | undefined {
  if (!(thrown instanceof Error && 'code' in thrown && 'syscall' in thrown)) return undefined
  const path = 'path' in thrown ? String(thrown.path) : undefined
  if (FULL_OR_READ_ONLY.has(thrown.code)) return unwritablePath(path ?? 'A file', thrown)
  if (!DENIED.has(thrown.code) || path === undefined) return undefined
  return new SkillError('PERMISSION_DENIED', `${path}: permission denied`, {
    cause: thrown,
    hint: 'Run this as its owner',
  })
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
