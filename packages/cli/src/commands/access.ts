import {
  GRANT_ACCESS,
  LIST_GRANTS,
  parseScoped,
  READ_SKILL,
  REVOKE_ACCESS,
  SET_ACCESS,
  writeReference,
} from '@skillwright/hub-api'
import { Argument, type Command } from 'commander'
import { ACCESS_MEANING } from '../hub/access-meaning.ts'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { takeItems } from '../hub/take-items.ts'
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
    .action(async (text: string, access: keyof typeof ACCESS_MEANING | undefined, flags: AccessFlags) => {
      const params = parseScoped(text)
      const client = await openHubClient(flags)
      if (access !== undefined) await client.call(SET_ACCESS, { params, body: { access } })
      for (const handle of flags.grant ?? []) await client.call(GRANT_ACCESS, { params: { ...params, handle } })
      for (const handle of flags.revoke ?? []) await client.call(REVOKE_ACCESS, { params: { ...params, handle } })
      const [now, grants] = await Promise.all([
        client.call(READ_SKILL, { params }),
        takeItems(client.list(LIST_GRANTS, { params })),
      ])
      const name = writeReference(params)
      const granted = grants.map(({ handle }) => handle)
      printAnswer(terminal, flags, { name, access: now.access, granted }, [
        `${name} is ${visibleText(now.access)}: ${ACCESS_MEANING[now.access]}`,
        ...(granted.length === 0 ? [] : [`let in: ${visibleText(granted.join(', '))}`]),
      ])
    })
}
