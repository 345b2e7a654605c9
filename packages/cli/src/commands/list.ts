import { findProject, listInstalled } from '@skillwright/install'
import type { Command } from 'commander'
import { columns } from '../hub/columns.ts'
import { printAnswer } from '../hub/hub-verb.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import type { Terminal } from '../terminal.ts'

/** `list`: what is installed. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command.alias('ls'), ['list', 'list --user --json']).action(async (flags: InstallFlags) => {
    const skills = await listInstalled(findProject({ user: flags.user ?? false }))
    const lines = columns(
      skills.map(({ name, id, version, state, isAskedFor, pinned }) => [
        name,
        version,
        id,
        [state === 'installed' ? '' : state, isAskedFor ? '' : 'needed by others', pinned === undefined ? '' : 'pinned']
          .filter((word) => word !== '')
          .join(', '),
      ]),
    )
    printAnswer(terminal, flags, skills, lines)
    if (skills.length === 0) terminal.note('nothing is installed here: skillwright install <skill>')
  })
}
