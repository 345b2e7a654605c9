import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'your runs, the newest first (what is meant when no verb is named)',
    isDefault: true,
    load: async () => (await import('./runs/list.ts')).listCommand,
  },
  {
    name: 'show',
    summary: 'a run, with what was asked and answered',
    load: async () => (await import('./runs/show.ts')).showCommand,
  },
  {
    name: 'logs',
    summary: 'what a run said and says, until it has ended, and its answer',
    load: async () => (await import('./runs/logs.ts')).logsCommand,
  },
  {
    name: 'cancel',
    summary: 'end a run',
    load: async () => (await import('./runs/cancel.ts')).cancelCommand,
  },
  {
    name: 'retry',
    summary: 'call again what a run called, and wait for the answer',
    load: async () => (await import('./runs/retry.ts')).retryCommand,
  },
]

/** `skillwright runs …`: what was called at a hub on behalf of the signed-in user. */
export function runsCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
