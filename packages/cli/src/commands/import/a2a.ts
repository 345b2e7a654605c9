import { join } from 'node:path'
import type { Command } from 'commander'
import { repeatable } from '../../repeatable.ts'
import type { Terminal } from '../../terminal.ts'
import { addImportOptions, contractBefore, type ImportFlags, placeImport } from './place-import.ts'
import { readForeign } from './read-foreign.ts'

interface ImportAgentFlags extends ImportFlags {
  readonly id?: string
  readonly allow?: readonly string[]
}

const MAX_BYTES = 1024 * 1024
const CARD_PATH = '/.well-known/agent-card.json'

/** `import a2a`: the skills of a foreign agent as a skill. */
export function importAgentCommand(command: Command, terminal: Terminal): Command {
  return addImportOptions(command)
    .argument('<card>', 'the agent card: a file, - for stdin, its address, or that of the agent')
    .option('--id <id>', 'kebab-case id of the skill, also the name of its folder (default: made of its name)')
    .option('--allow <host>', 'a private host that the card may be fetched from; repeat for several', repeatable)
    .addHelpText(
      'after',
      `
Each skill of the agent becomes an action, which is sent to it as a message (A2A 1.0 or 0.3, JSON-RPC). A credential that it asks
for is handed over as A2A_TOKEN. Exits with 1 when --check finds a change that breaks callers.

Examples:
  $ skillwright import a2a https://agent.example.com --out skills
  $ skillwright run skills/travel-agent --action book --param message="A room in Kyoto" --env A2A_TOKEN
  $ skillwright describe skills/travel-agent --action book`,
    )
    .action(async (place: string, { id, allow, ...flags }: ImportAgentFlags) => {
      const { text, url } = await readForeign(terminal, cardAddress(place), { allow, maxBytes: MAX_BYTES })
      const { importAgent } = await import('@skillwright/bridges')
      const imported = await importAgent(text, {
        ...(id === undefined ? {} : { id }),
        ...(url === undefined ? {} : { cardUrl: url }),
        before: (of) => contractBefore(join(flags.out, of), flags),
      })
      await placeImport(terminal, join(flags.out, imported.id), imported, flags)
    })
}

/** An address without a path is that of an agent, whose card is at the well-known one. */
function cardAddress(place: string): string {
  const url = /^https?:/i.test(place) ? URL.parse(place) : null
  return url !== null && url.pathname === '/' && url.search === '' ? new URL(CARD_PATH, url).href : place
}
