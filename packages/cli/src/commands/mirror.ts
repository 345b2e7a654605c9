import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'the registries that a hub follows',
    load: async () => (await import('./mirror/list.ts')).listCommand,
  },
  {
    name: 'add',
    summary: 'follow a registry: what it has comes into a scope of this hub, by all its checks',
    load: async () => (await import('./mirror/add.ts')).addCommand,
  },
  {
    name: 'sync',
    summary: 'bring what is followed up to date now',
    load: async () => (await import('./mirror/sync.ts')).syncCommand,
  },
  {
    name: 'remove',
    summary: 'follow a registry no longer; what it brought stays',
    load: async () => (await import('./mirror/remove.ts')).removeCommand,
  },
]

/** `skillwright mirror …`: the registries that a hub follows. */
export function mirrorCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
