import { PROVE_SCOPE, READ_PROOF } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { scopeLines } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `scope prove`: shows that a scope is its owner's, by a domain of theirs. */
export function proveCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope prove @acme', 'scope prove @acme acme.example.com'])
    .argument('<scope>', 'with or without @')
    .argument('[domain]', 'where the proof can be read')
    .action(async (scope: string, domain: string | undefined, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const params = { scope }
      if (domain === undefined) {
        const proof = await client.call(READ_PROOF, { params })
        return printAnswer(terminal, flags, proof, [
          `put this line into ${visibleText(proof.path)} of your domain:`,
          `  ${visibleText(proof.line)}`,
          `then: skillwright scope prove ${scope} <domain>`,
        ])
      }
      const info = await client.call(PROVE_SCOPE, { params, body: { domain } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
