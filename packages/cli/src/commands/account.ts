import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'show',
    summary: 'show your account, and how you can sign in to it',
    load: async () => (await import('./account/show.ts')).showCommand,
  },
  {
    name: 'password',
    summary: 'change your password',
    load: async () => (await import('./account/password.ts')).passwordCommand,
  },
  {
    name: 'unlink',
    summary: 'sign in with the provider no longer',
    load: async () => (await import('./account/unlink.ts')).unlinkCommand,
  },
]

/** `skillwright account …`: your own account at a hub. */
export function accountCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
