import { openContract, toTypeScript } from '@skillwright/contract'
import type { Command } from 'commander'
import { readContractDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

/** `contract types`: TypeScript types of every input and output. */
export function typesCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .option('--json', 'print {"typescript": "…"}')
    .addHelpText('after', '\nExamples:\n  $ skillwright contract types contract.json > contract.ts')
    .action(async (path: string, flags: { json?: boolean }) => {
      const text = toTypeScript(openContract(await readContractDocument(terminal, path)))
      terminal.print(flags.json ? JSON.stringify({ typescript: text }, null, 2) : text.trimEnd())
    })
}
