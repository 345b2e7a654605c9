import { type ItemOf, LIST_QUEUE } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { takeItems } from '../../hub/take-items.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `review queue`: what waits for a reviewer. */
export function queueCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review queue']).action(async (flags: HubVerbFlags) => {
    const waiting = await takeItems((await openHubClient(flags)).list(LIST_QUEUE))
    printAnswer(terminal, flags, waiting, waiting.flatMap(waitingLines))
    if (waiting.length === 0) terminal.note('nothing waits')
    else terminal.note('to decide: skillwright review approve, or reject, @scope/name@version --note "why"')
  })
}

function waitingLines({
  name,
  version,
  state,
  reason,
  published_by,
  published_at,
  appeals,
}: ItemOf<typeof LIST_QUEUE>): string[] {
  return [
    `${paint('bold', visibleText(`${name}@${version}`))}  ${paint('yellow', visibleText(state))}  ${visibleText(`${shortTime(published_at)} by ${published_by}`)}`,
    ...(reason === null ? [] : [`  ${visibleText(reason)}`]),
    ...(appeals > 0 ? [`  open appeals about the skill: ${appeals}`] : []),
  ]
}
