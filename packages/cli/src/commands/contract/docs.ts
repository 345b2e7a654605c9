import { openContract, toMarkdown } from '@skillwright/contract'
import { Command } from 'commander'
import { readContractDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

/** `contract docs`: a reference for people. */
export function docsCommand(terminal: Terminal): Command {
  return new Command('docs')
    .description('print a Markdown reference for people')
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .option('--json', 'print {"markdown": "…"}')
    .addHelpText('after', '\nExamples:\n  $ skillwright contract docs contract.json > docs/api_reference.md')
    .action(async (path: string, flags: { json?: boolean }) => {
      const text = toMarkdown(openContract(await readContractDocument(terminal, path)))
      terminal.print(flags.json ? JSON.stringify({ markdown: text }, null, 2) : text.trimEnd())
    })
}
