import type { ContractChange, SchemaChange } from '@skillwright/contract'
import { paint, type Terminal } from './terminal.ts'

/** Prints what changed between two contracts or schemas, each with a document that shows it where there is one. */
export function printChanges(terminal: Terminal, changes: readonly (SchemaChange | ContractChange)[]): void {
  for (const change of changes) {
    const mark = change.breaking ? paint('red', 'breaks') : paint('green', 'ok    ')
    terminal.print(`${mark} ${change.path || '/'}  ${change.reason}`)
    if ('witness' in change) terminal.print(`       for example ${JSON.stringify(change.witness)}`)
  }
}
