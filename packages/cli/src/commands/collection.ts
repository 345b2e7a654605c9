import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'the collections of a hub',
    load: async () => (await import('./collection/list.ts')).listCommand,
  },
  {
    name: 'info',
    summary: 'a collection, and which versions of its skills you get now',
    load: async () => (await import('./collection/info.ts')).infoCommand,
  },
  {
    name: 'publish',
    summary: 'publish a version of a collection',
    load: async () => (await import('./collection/publish.ts')).publishCommand,
  },
]

/** `skillwright collection …`: named sets of skills. */
export function collectionCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
