import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'create',
    summary: 'make a token; it is shown once',
    load: async () => (await import('./token/create.ts')).createCommand,
  },
  {
    name: 'list',
    summary: 'your tokens, without their secrets',
    load: async () => (await import('./token/list.ts')).listCommand,
  },
  {
    name: 'revoke',
    summary: 'end a token at once, and every token that was made with it',
    load: async () => (await import('./token/revoke.ts')).revokeCommand,
  },
]

/** `skillwright token …`: the tokens of the signed-in user. */
export function tokenCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
