import { Argument, type Command } from 'commander'
import { bashScript } from '../completion/bash-script.ts'
import { commandTree } from '../completion/command-tree.ts'
import { fishScript } from '../completion/fish-script.ts'
import { zshScript } from '../completion/zsh-script.ts'
import type { Terminal } from '../terminal.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** `completion`: a script by which a shell completes our verbs, options and their values. */
export function completionCommand(command: Command, terminal: Terminal): Command {
  return command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
The script is static: write it again after an update.

Examples:
  $ skillwright completion bash > ~/.local/share/bash-completion/completions/skillwright
  $ skillwright completion zsh > "\${fpath[1]}/_skillwright"
  $ skillwright completion fish > ~/.config/fish/completions/skillwright.fish`,
    )
    .action(async (shell: keyof typeof SCRIPTS) => {
      const tree = await commandTree(command.parent ?? command)
      terminal.print(SCRIPTS[shell](tree).trimEnd())
    })
}
