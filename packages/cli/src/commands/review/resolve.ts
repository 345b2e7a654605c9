import { RESOLVE_REPORT } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'

interface ResolveFlags extends HubVerbFlags {
  readonly note: string
  readonly dismiss?: boolean
}

/** `review resolve`: the answer to a report or an appeal. */
export function resolveCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'review resolve 0b6d… --note "quarantined, thank you"',
    'review resolve 0b6d… --dismiss --note "the scanner is right"',
  ])
    .argument('<id>', 'from: skillwright review reports')
    .requiredOption('-n, --note <text>', 'what was decided, and why')
    .option('--dismiss', 'it was not right (default: it was)')
    .action(async (id: string, { note, dismiss = false, ...flags }: ResolveFlags) => {
      const state = dismiss ? 'dismissed' : 'upheld'
      const client = await openHubClient(flags)
      const body = { state, resolution: note } as const
      await client.call(RESOLVE_REPORT, { params: { id }, body })
      printAnswer(terminal, flags, { id, ...body }, [`${state} ${id}`])
    })
}
