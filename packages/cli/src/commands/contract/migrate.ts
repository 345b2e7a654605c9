import { type AcceptOptions, type AppliedMigration, openContract, type Policy } from '@skillwright/contract'
import type { Command } from 'commander'
import { readContractDocument, readDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

interface MigrateFlags {
  readonly action?: string
  readonly from?: string
  readonly json?: boolean
}

/** `contract migrate`: brings an input written for an older major up to date. */
export function migrateCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .argument('<input>', 'JSON file with the old input, or -')
    .option('-a, --action <name>', 'which action, when the contract has several')
    .option('--from <version>', 'the version the input was written for; recognised by its shape when absent')
    .option('--json', 'print input and applied steps as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  $ echo '{"topics":"AI"}' | skillwright contract migrate contract.json - --from 1.0.0`,
    )
    .action(async (contractPath: string, inputPath: string, flags: MigrateFlags) => {
      const contract = openContract(await readContractDocument(terminal, contractPath))
      const input = await readDocument(terminal, inputPath)
      const result = contract.accept(input, callerOptions(flags))
      if (!result.ok) terminal.exitCode = 1
      if (flags.json) return terminal.print(JSON.stringify(result, null, 2))
      for (const { message } of result.issues) terminal.note(message)
      printMigrations(terminal, result.migrations)
      if (result.ok && result.migrations.length === 0) terminal.note('nothing to migrate')
      if (result.ok) terminal.print(JSON.stringify(result.value, null, 2))
    })
}

/** What the flags say about the caller. */
export function callerOptions({
  action,
  from,
  policy,
}: {
  action?: string
  from?: string
  policy?: Policy
}): AcceptOptions {
  return {
    ...(action === undefined ? {} : { action }),
    ...(from === undefined ? {} : { version: from }),
    ...(policy === undefined ? {} : { policy }),
  }
}

/** Says which migrations an input went through. */
export function printMigrations(terminal: Terminal, migrations: readonly AppliedMigration[]): void {
  for (const { from, to, steps } of migrations) {
    terminal.note(`migrated ${from} → ${to}: ${steps.map(({ op, path }) => `${op} ${path}`).join(', ')}`)
  }
}
