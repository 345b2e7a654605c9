import type { Command } from 'commander'
import { type ChangeFlags, changeVerb } from '../install/install-verb.ts'
import { openInstaller } from '../install/open-installer.ts'
import { readWish } from '../install/read-wish.ts'
import { runInstall } from '../install/run-install.ts'
import { repeatable } from '../repeatable.ts'
import type { Terminal } from '../terminal.ts'

interface AddFlags extends ChangeFlags {
  readonly as?: string
  readonly agent?: readonly string[]
}

/** `install`: what the manifest asks for, and what is named besides. */
export function installCommand(command: Command, terminal: Terminal): Command {
  return changeVerb(command, [
    'install',
    'install web-research-summarizer',
    'install official/core-research@1.2.0',
    "install '@acme/digest@^1.2' --as news-digest",
    'install collection:@official/research-suite',
    'install ./skills/digest --agent claude-code',
    'install git+https://git.example.com/acme/skills.git#v1.2.0&path:digest',
    'install https://example.com/digest-1.0.0.tgz',
    'install https://skills.example.com#digest',
  ])
    .argument(
      '[skills...]',
      'names, scope/name, @scope/name@range, collection:@scope/name, folders, archives, git repositories, sites; without any: the manifest',
    )
    .option('--as <name>', 'the name of its folder, when another skill has its own')
    .option('-a, --agent <id>', 'also put the skills where this agent reads them; may be repeated', repeatable)
    .action(async (words: readonly string[], { as, agent, ...flags }: AddFlags) => {
      const installer = await openInstaller(flags)
      const wishes = await Promise.all(words.map((word) => readWish(word, installer, as)))
      await runInstall(terminal, flags, {
        title: ['install', ...words].join(' '),
        add: wishes.flatMap(({ add = [] }) => add),
        addCollections: wishes.flatMap(({ addCollections = [] }) => addCollections),
        ...(agent === undefined ? {} : { agents: agent }),
      })
    })
}
