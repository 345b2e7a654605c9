import { FILE_REPORT, parseScoped } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `review report`: tells the reviewers that something is wrong. */
export function reportCommand(command: Command, terminal: Terminal): Command {
  return fileCommand(command, terminal, 'report')
}

/** `review appeal`: asks the reviewers to think again. */
export function appealCommand(command: Command, terminal: Terminal): Command {
  return fileCommand(command, terminal, 'appeal')
}

function fileCommand(command: Command, terminal: Terminal, kind: 'report' | 'appeal'): Command {
  return hubVerb(command, [`review ${kind} @acme/web-search@1.2.0 --reason "it does not send anything"`])
    .argument('<skill>', '@scope/name, or @scope/name@version')
    .requiredOption('-r, --reason <text>', 'what is wrong')
    .action(async (text: string, { reason, ...flags }: HubVerbFlags & { reason: string }) => {
      const { range: version, ...params } = parseScoped(text)
      const client = await openHubClient(flags)
      const body = { kind, reason, version }
      const answer = await client.call(FILE_REPORT, { params, body })
      printAnswer(terminal, flags, answer, [
        `filed ${kind} ${visibleText(answer.id)}; what comes of it: skillwright review reports`,
      ])
    })
}
