import { SkillError } from '@skillwright/contract'
import { SET_SECRET } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { askSecret } from '../../hub/ask-secret.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { checkSecretName, readSecretPlace } from '../../hub/secret-place.ts'
import type { Terminal } from '../../terminal.ts'

/** `secrets set`: skills find it in their environment from their next run on. */
export function setCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['secrets set @acme NEWS_KEY', 'secrets set @acme/digest NEWS_KEY < key.txt'])
    .argument('<where>', '@scope for all of its skills, @scope/skill for one')
    .argument('<name>', 'the environment variable that skills declare')
    .addHelpText('after', '\nThe value is asked for, or all of stdin but its last line break. It is never shown again.')
    .action(async (text: string, name: string, flags: HubVerbFlags) => {
      const { scope, skill } = readSecretPlace(text)
      const secret = checkSecretName(name)
      const client = await openHubClient(flags)
      const value = process.stdin.isTTY
        ? await askSecret(terminal, `Value of ${name}`)
        : (await terminal.readStdin()).replace(/\r?\n$/, '')
      if (value === '')
        throw new SkillError('INVALID_INPUT', `Expected a value of ${name}, got nothing`, {
          hint: `Pipe it in: skillwright secrets set ${text} ${name} < key.txt`,
        })
      await client.call(SET_SECRET, { params: { scope, secret }, query: { skill }, body: { value } })
      printAnswer(terminal, flags, { scope, skill: skill ?? null, name, set: true }, [`set ${name} for ${text}`])
    })
}
