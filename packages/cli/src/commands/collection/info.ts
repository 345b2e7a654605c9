import type { Command } from 'commander'
import { checkLogEntry } from '../../hub/check-hub-log.ts'
import { columns } from '../../hub/columns.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { collectionPath, readReference } from '../../hub/skill-reference.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface CollectionInfo {
  readonly name: string
  readonly version: string
  readonly versions: readonly string[]
  readonly description: string
  readonly digest: string
  readonly published_by: string
  readonly published_at: string
  readonly log_index: number | null
  readonly skills: readonly Member[]
}

interface Member {
  readonly name: string
  readonly range: string
  readonly version: string | null
  readonly problem?: string
}

/** `collection info`: what is in one. */
export function infoCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['collection info @official/research-suite'])
    .argument('<collection>', '@scope/name, with @range for another than the newest')
    .action(async (text: string, flags: HubVerbFlags) => {
      const { range = 'latest', ...collection } = readReference(text)
      const client = await openHubClient(flags)
      const path = `${collectionPath(collection)}?range=${encodeURIComponent(range)}`
      const info = await client.ask<CollectionInfo>(path)
      const { name, version, digest, log_index: index } = info
      if (index !== null) await checkLogEntry(client, index, { type: 'collection', collection: name, version, digest })
      if (info.skills.some((skill) => skill.version === null)) terminal.exitCode = 1
      printAnswer(terminal, flags, info, infoLines(info))
    })
}

function infoLines({ name, version, versions, description, skills, ...info }: CollectionInfo): string[] {
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
  ]
}
