import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'info',
    summary: 'whose a scope is, and how that was proven',
    load: async () => (await import('./scope/info.ts')).infoCommand,
  },
  {
    name: 'create',
    summary: 'make an organisation and its scope; you are its first owner',
    load: async () => (await import('./scope/create.ts')).createCommand,
  },
  {
    name: 'members',
    summary: 'who belongs to the organisation of a scope',
    load: async () => (await import('./scope/members.ts')).membersCommand,
  },
  {
    name: 'add',
    summary: 'let a user publish in a scope of yours, or change their role',
    load: async () => (await import('./scope/members.ts')).addCommand,
  },
  {
    name: 'remove',
    summary: 'remove a user from a scope of yours',
    load: async () => (await import('./scope/members.ts')).removeCommand,
  },
  {
    name: 'prove',
    summary: 'prove by a domain that a scope is yours; without one, show how',
    load: async () => (await import('./scope/prove.ts')).proveCommand,
  },
  {
    name: 'vouch',
    summary: 'say that you know whose a scope is (administrators)',
    load: async () => (await import('./scope/vouch.ts')).vouchCommand,
  },
  {
    name: 'official',
    summary: 'make everything of a scope official (administrators)',
    load: async () => (await import('./scope/official.ts')).officialCommand,
  },
]

/** `skillwright scope …`: the names skills are published under, and whose they are. */
export function scopeCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
