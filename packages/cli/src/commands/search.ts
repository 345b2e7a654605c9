import { type Command, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { limitOption } from '../hub/limit-option.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { readItems } from '../hub/read-items.ts'
import { paintTier } from '../hub/tier.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface SearchFlags extends HubVerbFlags {
  readonly tier?: string
  readonly tag?: string
  readonly type?: string
  readonly license?: string
  readonly limit: number
}

interface FoundSkill {
  readonly name: string
  readonly description?: string
  readonly tier: string
  readonly latest: string | null
  readonly deprecated: string | null
}

const SHOWN_CHARACTERS = 160

/** `search`: the skills of a hub for some words. */
export function searchCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'search summarise news',
    'search 总结新闻 --tier official',
    'search pdf --tag documents --license MIT',
  ])
    .argument('<words...>', 'what it should do, or its name')
    .addOption(new Option('--tier <tier>', 'only of this tier').choices(['official', 'verified', 'community']))
    .option('--tag <tag>', 'only with this tag')
    .addOption(new Option('--type <type>', 'only of this kind').choices(['plugin', 'api', 'knowledge', 'task']))
    .option('--license <license>', 'only under this license')
    .addOption(limitOption(10))
    .action(async (words: string[], { tier, tag, type, license, limit, ...flags }: SearchFlags) => {
      const filters = Object.entries({ tier, tag, capability_type: type, license })
      const set = filters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
      const query = { q: words.join(' '), ...Object.fromEntries(set) }
      const found = await readItems<FoundSkill>(await openHubClient(flags), '/v1/search', { limit, query })
      printAnswer(terminal, flags, found, found.flatMap(foundLines))
      if (found.length > 0) return
      terminal.exitCode = 1
      terminal.note(`nothing found${set.length === 0 ? ': try other words' : ': try other words, or without filters'}`)
    })
}

function foundLines({ name, description = '', tier, latest, deprecated }: FoundSkill): string[] {
  const text = visibleText(description)
  return [
    `${paint('bold', visibleText(name))} ${visibleText(latest ?? '')}  ${paintTier(tier)}`,
    `  ${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).trimEnd()}…` : text}`,
    ...(deprecated === null ? [] : [`  ${paint('yellow', 'deprecated')}: ${visibleText(deprecated)}`]),
  ]
}
