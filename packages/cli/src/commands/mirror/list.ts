import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { listMirrors, type MirrorInfo } from '../../hub/mirrors.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `mirror list`: what is followed, and how far. */
export function listCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['mirror list']).action(async (flags: HubVerbFlags) => {
    const mirrors = await listMirrors(await openHubClient(flags))
    printAnswer(terminal, flags, mirrors, mirrors.flatMap(mirrorLines))
    if (mirrors.length === 0) terminal.note('it follows none: skillwright mirror add <url> --scope <scope>')
  })
}

function mirrorLines({ kind, url, scope, last_at, last_error, behind, problems }: MirrorInfo): string[] {
  const when =
    last_at === null ? 'not looked at yet' : `looked at ${shortTime(last_at)}${behind ? ', there is more' : ''}`
  return [
    `${paint('bold', visibleText(url))}  ${visibleText(`${kind} into @${scope}, ${when}`)}`,
    ...(last_error === null ? [] : [`  ${paint('red', 'failed')}: ${visibleText(last_error)}`]),
    ...problems.map(({ subject, message }) => `  not taken over: ${visibleText(`${subject}: ${message}`)}`),
  ]
}
