import { type AnswerOf, parseScoped, READ_COLLECTION } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { checkLogEntry } from '../../hub/check-hub-log.ts'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `collection info`: what is in one. */
export function infoCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['collection info @official/research-suite'])
    .argument('<collection>', '@scope/name, with @range for another than the newest')
    .action(async (text: string, flags: HubVerbFlags) => {
      const { scope, skill: collection, range } = parseScoped(text)
      const client = await openHubClient(flags)
      const info = await client.call(READ_COLLECTION, { params: { scope, collection }, query: { range } })
      const { name, version, digest, log_index: index } = info
      if (index !== null) await checkLogEntry(client, index, { type: 'collection', collection: name, version, digest })
      if (info.skills.some((skill) => skill.version === null)) terminal.exitCode = 1
      printAnswer(terminal, flags, info, infoLines(info))
    })
}

function infoLines({
  name,
  version,
  versions,
  description,
  skills,
  ...info
}: AnswerOf<typeof READ_COLLECTION>): string[] {
  const others = versions.filter((other) => other !== version)
  const wanted = skills.map(({ name: skill, range, version: got, problem = 'not there' }) => [
    `  ${skill}`,
    range,
    got === null ? `missing: ${problem}` : got,
  ])
  return [
    `${paint('bold', visibleText(name))} ${visibleText(version)}`,
    visibleText(description),
    ...columns(wanted),
    visibleText(`published ${shortTime(info.published_at)} by ${info.published_by}`),
    ...(others.length === 0 ? [] : [visibleText(`other versions: ${others.join(', ')}`)]),
    visibleText(`${info.digest}${info.log_index === null ? '' : `, entry ${info.log_index} of the log, checked`}`),
    '',
    visibleText(`skillwright install collection:${name}`),
  ]
}
