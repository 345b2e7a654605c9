import { DECIDE, parseExact, writeReference } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `review approve`: a reviewer's yes. */
export function approveCommand(command: Command, terminal: Terminal): Command {
  return decideCommand(command, terminal, 'approve')
}

/** `review reject`: a reviewer's no. */
export function rejectCommand(command: Command, terminal: Terminal): Command {
  return decideCommand(command, terminal, 'reject')
}

function decideCommand(command: Command, terminal: Terminal, decision: 'approve' | 'reject'): Command {
  return hubVerb(command, [`review ${decision} @acme/web-search@1.2.0 --note "read all of it"`])
    .argument('<skill>', '@scope/name@version')
    .requiredOption('-n, --note <text>', 'why; it is kept in the audit log')
    .action(async (text: string, { note, ...flags }: HubVerbFlags & { note: string }) => {
      const reference = parseExact(text)
      const client = await openHubClient(flags)
      const answer = await client.call(DECIDE, { params: reference, body: { decision, note } })
      const word = decision === 'approve' ? 'approved' : 'rejected'
      printAnswer(terminal, flags, answer, [`${word} ${writeReference(reference)}`])
      terminal.note(`the skill is ${visibleText(answer.tier)}; why: skillwright info ${writeReference(reference)}`)
    })
}
