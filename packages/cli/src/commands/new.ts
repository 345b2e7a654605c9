import { type ScaffoldLanguage, scaffoldSkill, writeSkill } from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { repeatable } from '../repeatable.ts'
import type { Terminal } from '../terminal.ts'
import { addVerbs, type Verb } from '../verb.ts'
import { reportNew } from './new/report-new.ts'

interface NewFlags {
  readonly language: ScaffoldLanguage
  readonly action?: readonly string[]
  readonly description?: string
  readonly author?: string
  readonly out?: string
  readonly json?: boolean
}

const LANGUAGES = ['python', 'typescript', 'javascript', 'shell'] as const satisfies readonly ScaffoldLanguage[]

const VERBS: readonly Verb[] = [
  {
    name: 'agent',
    summary: 'start an agent folder: agent.yaml, CLAUDE.md and skills as scripts',
    load: async () => (await import('./new/agent.ts')).newAgentCommand,
  },
]

/** `new`: a skill that works at once, to be changed into what is wanted. */
export function newCommand(command: Command, terminal: Terminal): Command {
  return addVerbs(command, terminal, VERBS)
    .argument('<id>', 'kebab-case id; also the name of the folder')
    .addOption(
      new Option('-l, --language <language>', 'what its script is written in').choices(LANGUAGES).default('python'),
    )
    .option(
      '-a, --action <name>',
      'an action; repeat for several (analyze, report, fetch, push, full come with parameters)',
      repeatable,
    )
    .option('-d, --description <text>', 'one sentence: what it does for whom')
    .option('--author <name>', 'who wrote it')
    .option('-o, --out <dir>', 'the folder to make (default: ./<id>)')
    .option('--json', 'print the folder and its files as JSON')
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright new daily-digest
  $ skillwright new build-stats --language typescript --action analyze --action report
  $ skillwright new agent dev_efficiency_analyst --skill build_analysis`,
    )
    .action(async (id: string, flags: NewFlags) => {
      const { language, action: actions, description, author, out = id } = flags
      const files = scaffoldSkill({
        id,
        language,
        today: new Date().toISOString().slice(0, 10),
        ...(actions === undefined ? {} : { actions }),
        ...(description === undefined ? {} : { description }),
        ...(author === undefined ? {} : { author }),
      })
      await writeSkill(out, files)
      reportNew(terminal, out, files, {
        json: flags.json,
        next: [`skillwright lint ${out}`, `skillwright test ${out}`, `skillwright publish ${out} --dry-run`],
      })
    })
}
