import { bundleContract, type Contract, exportTools, openContract, toOpenApi } from '@skillwright/contract'
import { type Command, Option } from 'commander'
import { readContractDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

const TARGETS = ['bundle', 'openai', 'openai-strict', 'anthropic', 'anthropic-strict', 'mcp', 'openapi'] as const
type Target = (typeof TARGETS)[number]

/** `contract export`: the contract as other systems want it. */
export function exportCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .addOption(new Option('-t, --to <target>', 'what to export to').choices([...TARGETS]).default('bundle'))
    .option('--base-url <url>', 'server address, for openapi')
    .option('--json', 'print {"result", "losses"} instead of the bare result')
    .addHelpText(
      'after',
      `
What a target cannot say is moved into descriptions and listed on stderr. An answer to an exported tool is always
checked against the full contract again.

Examples:
  $ skillwright contract export contract.json --to openai-strict
  $ skillwright contract export skills/daily-news-digest --to mcp > tools.json`,
    )
    .action(async (path: string, flags: { to: Target; baseUrl?: string; json?: boolean }) => {
      const contract = openContract(await readContractDocument(terminal, path))
      const { result, losses } = exportContract(contract, flags.to, flags.baseUrl)
      if (flags.json) return terminal.print(JSON.stringify({ result, losses }, null, 2))
      for (const { pointer, keyword, how } of losses) terminal.note(`lost ${pointer || '/'} ${keyword}: ${how}`)
      terminal.print(JSON.stringify(result, null, 2))
    })
}

interface Exported {
  readonly result: unknown
  readonly losses: readonly { readonly pointer: string; readonly keyword: string; readonly how: string }[]
}

function exportContract(contract: Contract, target: Target, baseUrl: string | undefined): Exported {
  if (target === 'bundle') return { result: bundleContract(contract), losses: [] }
  if (target === 'openapi') return { result: toOpenApi(contract, baseUrl === undefined ? {} : { baseUrl }), losses: [] }
  const { tools, losses } = exportTools(contract, target)
  return { result: tools, losses }
}
