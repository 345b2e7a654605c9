import { findProject, readState, whyInstalled } from '@skillwright/install'
import type { Command } from 'commander'
import { printAnswer } from '../hub/hub-verb.ts'
import { type InstallFlags, installVerb } from '../install/install-verb.ts'
import type { Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

/** `why`: what a skill is installed for. */
export function whyCommand(command: Command, terminal: Terminal): Command {
  return installVerb(command, ['why pdf-reader'])
    .argument('<skill>', 'the name of its folder, or @scope/name')
    .action(async (skill: string, flags: InstallFlags) => {
      const { lock } = await readState(findProject({ user: flags.user ?? false }))
      const chains = whyInstalled(lock, skill)
      const lines = chains.map(({ asked, steps }) => {
        const way = steps.map(
          ({ name, version, range }) => `${range === undefined ? '' : `needs ${range}: `}${name} ${version}`,
        )
        return visibleText(`you ask for ${asked}: ${way.join(' → ')}`)
      })
      printAnswer(terminal, flags, chains, lines)
    })
}
