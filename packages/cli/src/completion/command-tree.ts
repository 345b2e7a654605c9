import type { Command, Option } from 'commander'
import { loadVerb } from '../verb.ts'

/** What can be typed behind some words of the command line. */
export interface CommandNode {
  /** The words that lead here, each with a space before it; empty for the program itself. */
  readonly path: string
  readonly verbs: readonly { readonly name: string; readonly summary: string }[]
  readonly options: readonly CompletedOption[]
  /** What the arguments may be, where that is known; else they are files as far as we know. */
  readonly values: readonly string[]
}

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `-p` and `--profile`. */
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

/** Everything that can be typed: the program first, then its verbs with theirs. Loads all of them. */
export async function commandTree(command: Command, path = ''): Promise<CommandNode[]> {
  await loadVerb(command)
  const below: CommandNode[] = []
  for (const verb of command.commands) below.push(...(await commandTree(verb, `${path} ${verb.name()}`)))
  return [nodeOf(command, path), ...below]
}

function nodeOf(command: Command, path: string): CommandNode {
  const shown = command.createHelp()
  return {
    path,
    verbs: command.commands.map((verb) => ({ name: verb.name(), summary: verb.description() })),
    options: shown.visibleOptions(command).map(optionOf),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
}

function optionOf({ short, long, description, required, optional, argChoices = [] }: Option): CompletedOption {
  const flags = [short, long].filter((flag) => flag !== undefined)
  return { flags, description, takesValue: required || optional, choices: argChoices }
}
