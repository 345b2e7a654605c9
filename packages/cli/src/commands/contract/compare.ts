import {
  bumpIsEnough,
  type ContractComparison,
  compareContracts,
  compareSchemas,
  openContract,
  type SchemaComparison,
} from '@skillwright/contract'
import { type Command, Option } from 'commander'
import { printChanges } from '../../print-changes.ts'
import { readContractDocument } from '../../read-document.ts'
import { paint, type Terminal } from '../../terminal.ts'

interface CompareFlags {
  readonly direction: 'input' | 'output'
  readonly json?: boolean
}

/** `contract compare`: what does the step from one contract to the next require of the version? */
export function compareCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<before>', 'the older contract, or a bare JSON Schema')
    .argument('<after>', 'the newer one')
    .addOption(
      new Option('--direction <direction>', 'for bare schemas: which side they describe')
        .choices(['input', 'output'])
        .default('input'),
    )
    .option('--json', 'print the comparison as JSON')
    .addHelpText(
      'after',
      `
Exits with 1 when the change breaks callers and the version does not say so.

Examples:
  $ skillwright contract compare v1/contract.json v2/contract.json
  $ git show main:contract.json | skillwright contract compare - contract.json`,
    )
    .action(async (beforePath: string, afterPath: string, flags: CompareFlags) => {
      const before = await readContractDocument(terminal, beforePath)
      const after = await readContractDocument(terminal, afterPath)
      if (isContract(before) || isContract(after)) reportContracts(terminal, before, after, flags)
      else reportSchemas(terminal, compareSchemas(before, after, { direction: flags.direction }), flags)
    })
}

function isContract(document: unknown): boolean {
  return typeof document === 'object' && document !== null && ('input' in document || 'actions' in document)
}

function reportContracts(terminal: Terminal, before: unknown, after: unknown, { json }: CompareFlags): void {
  const older = openContract(before)
  const newer = openContract(after)
  const comparison: ContractComparison = compareContracts(older, newer)
  const { bump, changes } = comparison
  const hasVersions = older.version !== undefined && newer.version !== undefined
  const enough = hasVersions ? bumpIsEnough(older.version, newer.version, bump) : bump !== 'major'
  if (!enough) terminal.exitCode = 1
  if (json) {
    terminal.print(JSON.stringify({ ...comparison, before: older.version, after: newer.version, enough }, null, 2))
    return
  }
  const verdict = enough ? paint('green', 'is enough') : paint('red', 'is not enough')
  terminal.print(`${paint('bold', bump)}${hasVersions ? `  ${older.version} → ${newer.version} ${verdict}` : ''}`)
  printChanges(terminal, changes)
}

function reportSchemas(terminal: Terminal, comparison: SchemaComparison, { json }: CompareFlags): void {
  if (comparison.compatible !== true) terminal.exitCode = 1
  if (json) {
    terminal.print(JSON.stringify(comparison, null, 2))
    return
  }
  const verdict = {
    true: paint('green', 'compatible'),
    false: paint('red', 'breaking'),
    unknown: paint('yellow', 'cannot tell: treat as breaking'),
  }
  terminal.print(verdict[`${comparison.compatible}`])
  printChanges(terminal, comparison.changes)
}
