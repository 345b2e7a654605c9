import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** Gives a command its arguments, options and action. */
type DefineVerb = (command: Command, terminal: Terminal) => Command

/** What help says of a verb, and how the rest of it is loaded. */
export interface Verb {
  readonly name: string
  readonly summary: string
  /** What is meant when none is named. */
  readonly isDefault?: boolean
  readonly load: () => Promise<DefineVerb>
}

const LOADERS = new WeakMap<Command, () => Promise<unknown>>()

/** Adds verbs to a command, each of which is loaded when it is called. */
export function addVerbs(parent: Command, terminal: Terminal, verbs: readonly Verb[]): Command {
  for (const { name, summary, load, isDefault = false } of verbs) {
    const command = parent.command(name, { isDefault }).description(summary)
    LOADERS.set(command, async () => (await load())(command, terminal))
  }
  return parent.hook('preSubcommand', (_, called) => loadVerb(called))
}

/** Loads a verb: what was a name and a summary has its arguments, options and own verbs afterwards. */
export async function loadVerb(command: Command): Promise<void> {
  const load = LOADERS.get(command)
  LOADERS.delete(command)
  if (load === undefined) return
  await load()
  // `--no-cache` alone means that `cache` is true else; commander says so when it starts on a verb, which was before this.
  for (const option of command.options)
    if (option.negate && command.getOptionValue(option.attributeName()) === undefined)
      command.setOptionValueWithSource(option.attributeName(), true, 'default')
}

/** Adds `help [verb]`. Commander's own would show a verb that is not loaded. */
export function addHelpVerb(parent: Command): Command {
  parent
    .helpCommand(false)
    .command('help')
    .description('show help of a verb')
    .argument('[verb...]', 'which')
    .action(async (verbs: readonly string[]) => {
      const isKnown = parent.commands.some((command) => command.name() === verbs[0])
      // Commander shows its own help for a verb that it does not know; called by itself, such a verb is wrong use.
      await parent.parseAsync(verbs.length === 0 || isKnown ? [...verbs, '--help'] : verbs, { from: 'user' })
    })
  return parent
}
