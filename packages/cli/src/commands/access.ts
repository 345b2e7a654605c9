import { Argument, type Command } from 'commander'
import { ACCESS_MEANING } from '../hub/access-meaning.ts'
import type { HubClient } from '../hub/hub-client.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { readItems } from '../hub/read-items.ts'
import { readReference, skillPath, writeReference } from '../hub/skill-reference.ts'
import { repeatable } from '../repeatable.ts'
import type { Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface AccessFlags extends HubVerbFlags {
  readonly grant?: readonly string[]
  readonly revoke?: readonly string[]
}

/** `access`: who may see and use a skill. */
export function accessCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['access @acme/payroll', 'access @acme/payroll private --grant ada --grant partner-org'])
    .argument('<skill>', '@scope/name')
    .addArgument(new Argument('[access]', 'who may see it from now on').choices(Object.keys(ACCESS_MEANING)))
    .option('--grant <handle>', 'let a person or an organisation in to a private skill; may be repeated', repeatable)
    .option('--revoke <handle>', 'let them in no longer; may be repeated', repeatable)
    .action(async (text: string, access: string | undefined, flags: AccessFlags) => {
      const skill = readReference(text)
      const path = skillPath(skill)
      const client = await openHubClient(flags)
      if (access !== undefined) await client.ask(`${path}/access`, { method: 'PUT', json: { access } })
      for (const handle of flags.grant ?? []) await change(client, 'PUT', path, handle)
      for (const handle of flags.revoke ?? []) await change(client, 'DELETE', path, handle)
      const [now, grants] = await Promise.all([
        client.ask<{ access: keyof typeof ACCESS_MEANING }>(path),
        readItems<{ handle: string }>(client, `${path}/grants`),
      ])
      const name = writeReference(skill)
      const granted = grants.map(({ handle }) => handle)
      printAnswer(terminal, flags, { name, access: now.access, granted }, [
        `${name} is ${visibleText(now.access)}: ${ACCESS_MEANING[now.access]}`,
        ...(granted.length === 0 ? [] : [`let in: ${visibleText(granted.join(', '))}`]),
      ])
    })
}

async function change(client: HubClient, method: 'PUT' | 'DELETE', path: string, handle: string): Promise<void> {
  await client.ask(`${path}/grants/${encodeURIComponent(handle)}`, { method })
}
