import { SkillError } from '@skillwright/contract'
import { findProject, readState } from '@skillwright/install'
import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { runInstall } from '../install/run-install.ts'
import type { Terminal } from '../terminal.ts'

/** `pin`: keeps skills at a version, whatever their ranges allow. */
export function pinCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, ['pin digest', 'pin digest@1.2.0'])
    .argument('<skills...>', 'names of folders, each with @version unless the installed one is meant')
    .action(async (words: readonly string[], flags: ChangeFlags) => {
      const { lock } = await readState(findProject({ user: flags.user ?? false }))
      const pins = words.map((word) => {
        const [name = '', version = lock.skills.find((skill) => skill.name === name)?.version] = word.split('@')
        if (version !== undefined) return { name, version }
        throw new SkillError('DATA_NOT_FOUND', `${name} is not installed`, {
          hint: 'Install it first, or write pin name@version',
        })
      })
      await runInstall(terminal, flags, { title: ['pin', ...words].join(' '), pins })
    })
}
