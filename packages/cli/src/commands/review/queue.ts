import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readItems } from '../../hub/read-items.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface Waiting {
  readonly name: string
  readonly version: string
  readonly state: string
  readonly reason: string | null
  readonly published_by: string
  readonly published_at: string
  readonly appeals: number
}

/** `review queue`: what waits for a reviewer. */
export function queueCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review queue']).action(async (flags: HubVerbFlags) => {
    const waiting = await readItems<Waiting>(await openHubClient(flags), '/v1/review/queue')
    printAnswer(terminal, flags, waiting, waiting.flatMap(waitingLines))
    if (waiting.length === 0) terminal.note('nothing waits')
    else terminal.note('to decide: skillwright review approve, or reject, @scope/name@version --note "why"')
  })
}

function waitingLines({ name, version, state, reason, published_by, published_at, appeals }: Waiting): string[] {
  return [
    `${paint('bold', visibleText(`${name}@${version}`))}  ${paint('yellow', visibleText(state))}  ${visibleText(`${shortTime(published_at)} by ${published_by}`)}`,
    ...(reason === null ? [] : [`  ${visibleText(reason)}`]),
    ...(appeals > 0 ? [`  open appeals about the skill: ${appeals}`] : []),
  ]
}
