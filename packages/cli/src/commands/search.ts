import { type ItemOf, SEARCH_SKILLS, TIERS } from '@skillwright/hub-api'
import { type Command, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../hub/hub-verb.ts'
import { limitOption } from '../hub/limit-option.ts'
import { openHubClient } from '../hub/open-hub-client.ts'
import { takeItems } from '../hub/take-items.ts'
import { paintTier } from '../hub/tier.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface SearchFlags extends HubVerbFlags {
  readonly tier?: (typeof TIERS)[number]
  readonly tag?: string
  readonly type?: 'plugin' | 'api' | 'knowledge' | 'task'
  readonly license?: string
  readonly limit: number
}

const SHOWN_CHARACTERS = 160
const PAGE = 50

/** `search`: the skills of a hub for some words. */
export function searchCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, [
    'search summarise news',
    'search 总结新闻 --tier official',
    'search pdf --tag documents --license MIT',
  ])
    .argument('<words...>', 'what it should do, or its name')
    .addOption(new Option('--tier <tier>', 'only of this tier').choices(TIERS))
    .option('--tag <tag>', 'only with this tag')
    .addOption(new Option('--type <type>', 'only of this kind').choices(['plugin', 'api', 'knowledge', 'task']))
    .option('--license <license>', 'only under this license')
    .addOption(limitOption(10))
    .action(async (words: string[], { tier, tag, type, license, limit, ...flags }: SearchFlags) => {
      const filters = { tier, tag, capability_type: type, license }
      const query = { q: words.join(' '), ...filters, limit: Math.min(limit, PAGE) }
      const isFiltered = Object.values(filters).some((value) => value !== undefined)
      const found = await takeItems((await openHubClient(flags)).list(SEARCH_SKILLS, { query }), limit)
      printAnswer(terminal, flags, found, found.flatMap(foundLines))
      if (found.length > 0) return
      terminal.exitCode = 1
      terminal.note(`nothing found${isFiltered ? ': try other words, or without filters' : ': try other words'}`)
    })
}

function foundLines({ name, description = '', tier, latest, deprecated }: ItemOf<typeof SEARCH_SKILLS>): string[] {
  const text = visibleText(description)
  return [
    `${paint('bold', visibleText(name))} ${visibleText(latest ?? '')}  ${paintTier(tier)}`,
    `  ${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).trimEnd()}…` : text}`,
    ...(deprecated === null ? [] : [`  ${paint('yellow', 'deprecated')}: ${visibleText(deprecated)}`]),
  ]
}
