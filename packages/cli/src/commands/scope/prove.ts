import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { type ScopeInfo, scopeLines, scopePath } from '../../hub/scope-info.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

interface Proof {
  readonly path: string
  readonly line: string
}

/** `scope prove`: shows that a scope is its owner's, by a domain of theirs. */
export function proveCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['scope prove @acme', 'scope prove @acme acme.example.com'])
    .argument('<scope>', 'with or without @')
    .argument('[domain]', 'where the proof can be read')
    .action(async (scope: string, domain: string | undefined, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const path = `${scopePath(scope)}/proof`
      if (domain === undefined) {
        const proof = await client.ask<Proof>(path)
        return printAnswer(terminal, flags, proof, [
          `put this line into ${visibleText(proof.path)} of your domain:`,
          `  ${visibleText(proof.line)}`,
          `then: skillwright scope prove ${scope} <domain>`,
        ])
      }
      const info = await client.ask<ScopeInfo>(path, { method: 'POST', json: { domain } })
      printAnswer(terminal, flags, info, scopeLines(info))
    })
}
