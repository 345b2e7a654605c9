import { type AcceptResult, type CheckResult, openContract, type Policy } from '@skillwright/contract'
import { type Command, Option } from 'commander'
import { readContractDocument, readDocument } from '../../read-document.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { callerOptions, printMigrations } from './migrate.ts'

interface CheckFlags {
  readonly action?: string
  readonly from?: string
  readonly output?: boolean
  readonly policy: Policy
  readonly json?: boolean
}

/** `contract check`: does this document hold, does this input fit it? */
export function checkCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .argument('[value]', 'JSON file with the input to check, or -')
    .option('-a, --action <name>', 'which action, when the contract has several')
    .option('--from <version>', 'contract version the input was written for; recognised by its shape when absent')
    .option('--output', 'check the value against the output instead of the input')
    .addOption(
      new Option('--policy <policy>', 'repair what has one lossless reading, or nothing')
        .choices(['friendly', 'strict'])
        .default('friendly'),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright contract check contract.json
  $ echo '{"topics":"AI","max_articles_per_topic":"5"}' | skillwright contract check contract.json -
  $ skillwright contract check contract.json answer.json --output --policy strict`,
    )
    .action(async (contractPath: string, valuePath: string | undefined, flags: CheckFlags) => {
      const contract = openContract(await readContractDocument(terminal, contractPath))
      if (valuePath === undefined) {
        const actions = [...contract.actions.keys()]
        terminal.print(
          flags.json
            ? JSON.stringify({ ok: true, version: contract.version, actions }, null, 2)
            : `${paint('green', 'ok')} ${contract.title ?? contractPath} ${contract.version ?? ''}: ${actions.join(', ')}`,
        )
        return
      }
      const value = await readDocument(terminal, valuePath)
      const result: CheckResult & Partial<AcceptResult> = flags.output
        ? contract.action(flags.action).output.check(value, flags)
        : contract.accept(value, callerOptions(flags))
      if (!result.ok) terminal.exitCode = 1
      if (flags.json) return terminal.print(JSON.stringify(result, null, 2))
      printMigrations(terminal, result.migrations ?? [])
      printResult(terminal, result)
    })
}

/** The value goes to stdout, so that a repaired input can be piped on; what was noticed goes to stderr. */
function printResult(terminal: Terminal, { ok, value, coercions, issues }: CheckResult): void {
  for (const { path, from, to, rule } of coercions) {
    terminal.note(
      `repaired ${path || '/'}: ${JSON.stringify(from)} → ${to === undefined ? '(dropped)' : JSON.stringify(to)}  (${rule})`,
    )
  }
  for (const { message, suggestion } of issues)
    terminal.note(`${paint('red', 'wrong')} ${message}${suggestion ? ` — try: ${suggestion}` : ''}`)
  if (ok) terminal.print(JSON.stringify(value, null, 2))
}
