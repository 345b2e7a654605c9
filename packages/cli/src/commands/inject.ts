import { readFile } from 'node:fs/promises'
import { counted, SkillError } from '@skillwright/contract'
import type { Level } from '@skillwright/index'
import { type Command, Option } from 'commander'
import { addIndexOptions, type IndexFlags, noteEmbedder, openSkillIndex } from '../open-skill-index.ts'
import { readCount } from '../read-count.ts'
import { readMessage } from '../read-message.ts'
import { repeatable } from '../repeatable.ts'
import { paintNote, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface InjectFlags extends IndexFlags {
  readonly budget: number
  readonly message?: string
  readonly skill?: readonly string[]
  readonly top: number
  readonly prompt?: string
  readonly for?: string
  readonly level?: Level
  readonly catalog?: boolean
  readonly json?: boolean
}

// Written out, so that help and wrong use need not load the index.
const LEVELS = ['full', 'overview-usage', 'overview', 'tools'] as const satisfies readonly Level[]

/** `inject`: skills in a system prompt, within a budget. */
export function injectCommand(command: Command, terminal: Terminal): Command {
  command
    .option('-m, --message <text>', 'choose the skills that fit this message, or - for stdin')
    .option('-s, --skill <id>', 'take this skill; repeat for several', repeatable)
    .option('-b, --budget <tokens>', 'tokens that may be added', readCount, 2000)
    .option('-k, --top <number>', 'how many skills a message may choose', readCount, 3)
    .option('-p, --prompt <file>', 'the system prompt to add to, or - for stdin')
    .addOption(
      new Option('-l, --level <level>', 'put every skill in at this level (default: the best mix of all but full)')
        .choices(LEVELS)
        .conflicts('catalog'),
    )
    .option('--for <model>', 'the model that will read it, whose tokens are counted')
    .option('--catalog', 'the catalog of the Agent Skills standard instead: names and descriptions')
    .option('--json', 'print prompt, tokens, what is used and what was left out as JSON')
  return addIndexOptions(command)
    .addHelpText(
      'after',
      `
What the manifest here sets for a skill (config) stands in its block. The prompt goes to stdout, what was left out and why to stderr. Exit code 0 means that something was put in, 1 that
nothing was. Levels, and what each costs of a usual skill:

  full            the whole SKILL.md and prompts/system.md   800–2,000 tokens
  overview-usage  Overview, Usage and prompts/system.md      300–600
  overview        Overview                                   100–200
  tools           what it does and its actions               50–100

Examples:
  $ skillwright inject --root skills --message "summarise the news" --budget 800
  $ skillwright inject --root skills --skill unit-converter --prompt system.md --for claude-sonnet
  $ skillwright inject --root skills --skill unit-converter --level overview-usage
  $ skillwright inject --root skills --catalog --budget 1000`,
    )
    .action(async (flags: InjectFlags) => {
      const { budget, top, catalog, json, level } = flags
      const { message, text } = await readTexts(terminal, flags)
      await using index = await openSkillIndex(flags)
      const named = flags.skill?.map((id) => ({ id }))
      const chosen = message === undefined ? named : [...(named ?? []), ...(await index.find(message, { topK: top }))]
      noteEmbedder(terminal, flags, index)
      const options = {
        budget,
        ...(flags.for === undefined ? {} : { model: flags.for }),
        ...(level === undefined ? {} : { levels: [level] }),
      }
      const settings = catalog ? undefined : await manifestSettings()
      const taken = chosen?.map((skill) => ({ ...skill, settings: settings?.get(skill.id) }))
      const answer = catalog ? index.catalog(options, chosen) : index.inject(text, taken ?? [], options)
      terminal.exitCode = answer.used.length === 0 ? 1 : 0
      if (json) return terminal.print(JSON.stringify(answer, null, 2))
      const whole = 'text' in answer ? `${text}\n\n${answer.text}` : answer.prompt
      // With no prompt to add to there is nothing to be apart from.
      terminal.print(text === '' ? whole.trimStart() : whole)
      if (chosen?.length === 0) terminal.note('no skill fits the message')
      terminal.note(
        `${answer.tokens} of ${counted(budget, 'token')}${answer.exact ? '' : ' (estimated, on the high side)'}`,
      )
      for (const { id, message: why } of answer.leftOut)
        terminal.note(`${paintNote('yellow', 'left out')} ${visibleText(id)}: ${visibleText(why)}`)
    })
}

/** What the manifest of this folder sets for its skills, by their names. */
async function manifestSettings(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { findProject, readState } = await import('@skillwright/install')
  const { manifest } = await readState(findProject())
  return new Map(
    manifest.skills.flatMap(({ id, config }) => (config === undefined ? [] : [[id.split('/').at(-1) ?? id, config]])),
  )
}

/** The message and the prompt, of which only one can stand on stdin. */
async function readTexts(
  terminal: Terminal,
  { message, skill, catalog, prompt }: InjectFlags,
): Promise<{ message: string | undefined; text: string }> {
  if (message === undefined && skill === undefined && !catalog)
    throw new SkillError('INVALID_INPUT', 'Nothing says which skills are meant', {
      hint: 'Add --message "…", --skill <id> or --catalog',
    })
  if (message === '-' && prompt === '-')
    throw new SkillError('INVALID_INPUT', 'Both the message and the prompt are to be read from stdin', {
      hint: 'Put one of them into a file or on the command line',
    })
  return {
    message: message === undefined ? undefined : await readMessage(terminal, message),
    text: prompt === undefined ? '' : await readPrompt(terminal, prompt),
  }
}

async function readPrompt(terminal: Terminal, file: string): Promise<string> {
  if (file === '-') return terminal.readStdin()
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SkillError('DATA_NOT_FOUND', `The prompt ${file} cannot be read`, { cause })
  })
}
