import { type COLLECTION_MANIFEST, PUBLISH_COLLECTION, parseExact, type Wire } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { checkLogEntry, checkLogGrowth } from '../../hub/check-hub-log.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { readDocument } from '../../read-document.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `collection publish`: publishes a version of a collection, which never changes. */
export function publishCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['collection publish @acme/research-suite@1.0.0 research-suite.json'])
    .argument('<collection>', '@scope/name@version')
    .argument(
      '<manifest>',
      'JSON file, or - for stdin: {"description": "…", "skills": [{"name": "@scope/name", "range": "^1"}]}',
    )
    .action(async (text: string, file: string, flags: HubVerbFlags) => {
      const { scope, skill: collection, version } = parseExact(text)
      const body = await readDocument(terminal, file)
      const client = await openHubClient(flags)
      await checkLogGrowth(client)
      const params = { scope, collection, version }
      const published = await client.call(PUBLISH_COLLECTION, {
        params,
        body: body as Wire<typeof COLLECTION_MANIFEST>,
      })
      const { name, digest, log_index } = published
      await checkLogEntry(client, log_index, { type: 'collection', collection: name, version, digest })
      printAnswer(terminal, flags, published, [
        `${paint('green', 'published')} the collection ${visibleText(`${name}@${version}`)}`,
        `  ${visibleText(digest)}`,
        `  entry ${log_index} of the log of the hub, checked`,
      ])
    })
}
