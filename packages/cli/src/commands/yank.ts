import { Command } from 'commander'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { exactReference, resolveReference, skillPath, versionPath } from '../hub/skill-reference.ts'
import type { Terminal } from '../terminal.ts'

interface YankFlags extends HubFlags {
  readonly reason?: string
  readonly undo?: boolean
  readonly json?: boolean
}

/** `yank`: takes a version out of what new users get. */
export function yankCommand(terminal: Terminal): Command {
  return new Command('yank')
    .description('take a version back: whoever has it locked keeps it, nobody new gets it')
    .argument('<skill>', '@scope/name@version')
    .option('-r, --reason <text>', 'why, shown to whoever asks for it', 'yanked by its author')
    .option('--undo', 'give it out again')
    .option('--json', 'print the answer of the hub as JSON')
    .addOption(hubOption())
    .addHelpText('after', '\nExamples:\n  $ skillwright yank @acme/web-search@1.2.0 --reason "wrong dates"')
    .action(async (text: string, flags: YankFlags) => {
      const reference = exactReference(text)
      const client = await openHubClient(flags)
      const verb = flags.undo ? 'unyank' : 'yank'
      const json = { reason: flags.reason }
      const answer = await client.ask<{ state: string }>(`${versionPath(reference)}/${verb}`, { method: 'POST', json })
      terminal.print(flags.json ? JSON.stringify(answer, null, 2) : `${text} is ${answer.state}`)
    })
}

interface DeprecateFlags extends HubFlags {
  readonly message?: string
  readonly undo?: boolean
  readonly json?: boolean
}

/** `deprecate`: tells whoever uses a skill or version to move on. */
export function deprecateCommand(terminal: Terminal): Command {
  return new Command('deprecate')
    .description('tell users of a skill, or of one version, to use something else')
    .argument('<skill>', 'skill, or skill@version for that version alone')
    .option('-m, --message <text>', 'what to do instead', 'no longer maintained')
    .option('--undo', 'take the message back')
    .option('--json', 'print the answer of the hub as JSON')
    .addOption(hubOption())
    .addHelpText('after', '\nExamples:\n  $ skillwright deprecate @acme/web-search --message "use @acme/search"')
    .action(async (text: string, flags: DeprecateFlags) => {
      const client = await openHubClient(flags)
      const isVersion = /[^@]@[^@/]+$/.test(text)
      const path = isVersion ? versionPath(exactReference(text)) : skillPath(await resolveReference(client, text))
      const message = flags.undo ? null : (flags.message ?? '')
      const answer = await client.ask<unknown>(`${path}/deprecation`, { method: 'PUT', json: { message } })
      if (flags.json) return terminal.print(JSON.stringify(answer ?? { deprecated: message }, null, 2))
      terminal.print(message === null ? `${text} is no longer deprecated` : `${text} is deprecated: ${message}`)
    })
}
