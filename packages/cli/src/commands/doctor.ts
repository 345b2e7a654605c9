import type { Command } from 'commander'
import { paint, type Terminal } from '../terminal.ts'

/** Without these a skill does not run unless its sandbox is turned off. */
const NEEDED = new Set(['sandbox', 'prlimit'])

/** `doctor`: what this machine offers for running skills. */
export function doctorCommand(command: Command, terminal: Terminal): Command {
  return command
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      `
Exit code 1 means that skills cannot be contained here.

Examples:
  $ skillwright doctor`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { doctor } = await import('@skillwright/runtime')
      const items = await doctor()
      if (items.some(({ name, ok }) => !ok && NEEDED.has(name))) terminal.exitCode = 1
      if (json) return terminal.print(JSON.stringify(items, null, 2))
      const width = Math.max(...items.map(({ name }) => name.length))
      for (const { name, ok, found, howToGet } of items) {
        const mark = ok ? paint('green', '✓') : NEEDED.has(name) ? paint('red', '✗') : paint('yellow', '-')
        terminal.print(`${mark} ${name.padEnd(width)}  ${found}`)
        if (howToGet !== '') terminal.print(`  ${' '.repeat(width)}  ${howToGet}`)
      }
    })
}
