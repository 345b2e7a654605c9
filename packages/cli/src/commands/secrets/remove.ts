import { REMOVE_SECRET } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { checkSecretName, readSecretPlace } from '../../hub/secret-place.ts'
import type { Terminal } from '../../terminal.ts'

/** `secrets remove`: it is there no longer. */
export function removeCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['secrets remove @acme NEWS_KEY', 'secrets remove @acme/digest NEWS_KEY'])
    .argument('<where>', '@scope, or @scope/skill for one of its skills')
    .argument('<name>', 'the environment variable')
    .action(async (text: string, name: string, flags: HubVerbFlags) => {
      const { scope, skill } = readSecretPlace(text)
      const secret = checkSecretName(name)
      const client = await openHubClient(flags)
      await client.call(REMOVE_SECRET, { params: { scope, secret }, query: { skill } })
      printAnswer(terminal, flags, { scope, skill: skill ?? null, name, removed: true }, [`removed ${name} of ${text}`])
    })
}
