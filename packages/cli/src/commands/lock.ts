import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addVerbs } from '../verb.ts'

/** `lock`: takes over the locks of other tools, and writes them. */
export function lockCommand(command: Command, terminal: Terminal): Command {
  return addVerbs(command, terminal, [
    {
      name: 'import',
      summary: 'install what the lock of another tool lists',
      load: async () => (await import('./lock/import.ts')).lockImportCommand,
    },
    {
      name: 'export',
      summary: 'write what is installed as the lock of another tool',
      load: async () => (await import('./lock/export.ts')).lockExportCommand,
    },
  ])
}
