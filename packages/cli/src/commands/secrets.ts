import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'which secrets a scope has; never what they are',
    load: async () => (await import('./secrets/list.ts')).listCommand,
  },
  {
    name: 'set',
    summary: 'set a secret; its value is asked for, or read from stdin',
    load: async () => (await import('./secrets/set.ts')).setCommand,
  },
  {
    name: 'remove',
    summary: 'remove a secret',
    load: async () => (await import('./secrets/remove.ts')).removeCommand,
  },
]

/** `skillwright secrets …`: what skills of a scope find in their environment when a hub runs them. */
export function secretsCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
