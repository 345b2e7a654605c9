import { Command, Option } from 'commander'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface SearchFlags extends HubFlags {
  readonly tier?: string
  readonly tag?: string
  readonly type?: string
  readonly licence?: string
  readonly limit: string
  readonly json?: boolean
}

interface FoundSkill {
  readonly full_name: string
  readonly description: string
  readonly tier: keyof typeof TIER_COLOUR
  readonly latest: string | null
  readonly deprecated: string | null
}

const TIER_COLOUR = { official: 'green', verified: 'cyan', community: 'dim' } as const

/** `search`: the skills of a hub for some words. */
export function searchCommand(terminal: Terminal): Command {
  return new Command('search')
    .description('search a hub for skills, in English or Chinese')
    .argument('<words...>', 'what it should do, or its name')
    .addOption(new Option('--tier <tier>', 'only of this tier').choices(['official', 'verified', 'community']))
    .option('--tag <tag>', 'only with this tag')
    .addOption(new Option('--type <type>', 'only of this kind').choices(['plugin', 'api', 'knowledge', 'task']))
    .option('--licence <licence>', 'only under this licence')
    .option('-l, --limit <number>', 'how many', '10')
    .option('--json', 'print the answer of the hub as JSON')
    .addOption(hubOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright search summarise news\n  $ skillwright search 总结新闻 --tier official',
    )
    .action(async (words: string[], { tier, tag, type, licence, limit, json, ...flags }: SearchFlags) => {
      const filters = { tier, tag, capability_type: type, licence }
      const query = new URLSearchParams({ q: words.join(' '), limit })
      for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value)
      const answer = await (await openHubClient(flags)).ask<{ items: FoundSkill[] }>(`/v1/search?${query}`)
      if (answer.items.length === 0) terminal.exitCode = 1
      if (json) return terminal.print(JSON.stringify(answer, null, 2))
      if (answer.items.length === 0) return terminal.note('nothing found: try other words')
      for (const { full_name, description, tier: trusted, latest, deprecated } of answer.items) {
        terminal.print(`${full_name}@${latest}  ${paint(TIER_COLOUR[trusted], trusted)}`)
        terminal.print(`  ${visibleText(description)}`)
        if (deprecated !== null) terminal.print(`  ${paint('yellow', 'deprecated')}: ${visibleText(deprecated)}`)
      }
    })
}
