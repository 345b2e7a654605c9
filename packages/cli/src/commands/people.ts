import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list all users and organisations',
    load: async () => (await import('./people/list.ts')).listCommand,
  },
  {
    name: 'add',
    summary: 'make an account for a user, and the scope of its handle',
    load: async () => (await import('./people/add.ts')).addCommand,
  },
  {
    name: 'set-role',
    summary: 'change the role of a user',
    load: async () => (await import('./people/change.ts')).setRoleCommand,
  },
  {
    name: 'set-password',
    summary: 'give a user another password; they are signed out everywhere',
    load: async () => (await import('./people/change.ts')).setPasswordCommand,
  },
  {
    name: 'disable',
    summary: 'close an account: its sessions and tokens end at once, what it published stays',
    load: async () => (await import('./people/change.ts')).disableCommand,
  },
  {
    name: 'enable',
    summary: 'open a closed account again',
    load: async () => (await import('./people/change.ts')).enableCommand,
  },
]

/** `skillwright people …`: what administrators do with accounts. */
export function peopleCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
