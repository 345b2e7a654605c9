import type { Command } from 'commander'
import { checkLogEntry, checkLogGrowth } from '../../hub/check-hub-log.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { collectionPath, readVersionReference } from '../../hub/skill-reference.ts'
import { readDocument } from '../../read-document.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface Published {
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly log_index: number
}

/** `collection publish`: a version of a collection, once and for ever. */
export function publishCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['collection publish @acme/research-suite@1.0.0 research-suite.json'])
    .argument('<collection>', '@scope/name@version')
    .argument(
      '<manifest>',
      'JSON file, or - for stdin: {"description": "…", "skills": [{"name": "@scope/name", "range": "^1"}]}',
    )
    .action(async (text: string, file: string, flags: HubVerbFlags) => {
      const { version, ...collection } = readVersionReference(text)
      const json = await readDocument(terminal, file)
      const client = await openHubClient(flags)
      await checkLogGrowth(client)
      const path = `${collectionPath(collection)}/versions/${encodeURIComponent(version)}`
      const published = await client.ask<Published>(path, { method: 'PUT', json })
      const { name, digest, log_index } = published
      await checkLogEntry(client, log_index, { type: 'collection', collection: name, version, digest })
      printAnswer(terminal, flags, published, [
        `${paint('green', 'published')} the collection ${visibleText(`${name}@${version}`)}`,
        `  ${visibleText(digest)}`,
        `  entry ${log_index} of the log of the hub, checked`,
      ])
    })
}
