import { findProject, verifyInstalled } from '@skillwright/install'
import { printAnswer } from '../hub/hub-verb.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

/** Compares what is installed with the lock, and says which file is not as it was; exit code 1 when there is one. */
export async function reportInstalled(
  terminal: Terminal,
  flags: { readonly json?: boolean; readonly user?: boolean },
): Promise<void> {
  const found = await verifyInstalled(findProject({ user: flags.user ?? false }))
  printAnswer(
    terminal,
    flags,
    found,
    found.map(({ what, path }) => `${paint('red', what)} ${visibleText(path)}`),
  )
  if (found.length > 0) terminal.exitCode = 1
  else terminal.note('everything is as it was installed')
}
