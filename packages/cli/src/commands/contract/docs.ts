import { openContract, toMarkdown } from '@skillwright/contract'
import type { Command } from 'commander'
import { readContractDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

/** `contract docs`: a reference for people. */
export function docsCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .option('--json', 'print {"markdown": "…"}')
    .addHelpText('after', '\nExamples:\n  $ skillwright contract docs contract.json > docs/api_reference.md')
    .action(async (path: string, flags: { json?: boolean }) => {
      const text = toMarkdown(openContract(await readContractDocument(terminal, path)))
      terminal.print(flags.json ? JSON.stringify({ markdown: text }, null, 2) : text.trimEnd())
    })
}
