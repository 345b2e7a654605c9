import { parseExact, UNYANK_VERSION, writeReference, YANK_VERSION } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import type { Terminal } from '../terminal.ts'

interface YankFlags extends HubVerbFlags {
  readonly reason?: string
  readonly undo?: boolean
}

/** `yank`: takes a version out of what new users get. */
export function yankCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['yank @acme/web-search@1.2.0 --reason "wrong dates"', 'yank @acme/web-search@1.2.0 --undo'])
    .argument('<skill>', '@scope/name@version')
    .option('-r, --reason <text>', 'why, shown to callers who ask for it (default: no reason)')
    .option('--undo', 'give it out again')
    .action(async (text: string, { reason = 'no reason', undo = false, ...flags }: YankFlags) => {
      const reference = parseExact(text)
      const client = await openHubClient(flags)
      const answer = await client.call(undo ? UNYANK_VERSION : YANK_VERSION, { params: reference, body: { reason } })
      const written = writeReference(reference)
      printAnswer(terminal, flags, answer, [undo ? `${written} is given out again` : `${written} is yanked`])
      if (!undo) terminal.note(`to take that back: skillwright yank ${written} --undo`)
    })
}
