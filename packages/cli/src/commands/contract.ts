import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { checkCommand } from './contract/check.ts'
import { compareCommand } from './contract/compare.ts'
import { docsCommand } from './contract/docs.ts'
import { exampleCommand } from './contract/example.ts'
import { exportCommand } from './contract/export.ts'
import { lintCommand } from './contract/lint.ts'
import { migrateCommand } from './contract/migrate.ts'
import { typesCommand } from './contract/types.ts'

/** `skillwright contract …`: everything about a contract.json. */
export function contractCommand(terminal: Terminal): Command {
  return new Command('contract')
    .description('check, lint, compare, migrate and export contracts')
    .addCommand(checkCommand(terminal))
    .addCommand(lintCommand(terminal))
    .addCommand(compareCommand(terminal))
    .addCommand(migrateCommand(terminal))
    .addCommand(exportCommand(terminal))
    .addCommand(typesCommand(terminal))
    .addCommand(docsCommand(terminal))
    .addCommand(exampleCommand(terminal))
    .addHelpText('after', '\nA contract is a contract.json, a skill folder that holds one, or - for stdin.')
}
