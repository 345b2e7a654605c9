import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'the tasks that you may do, the oldest first (what is meant when no verb is named)',
    isDefault: true,
    load: async () => (await import('./tasks/list.ts')).listCommand,
  },
  {
    name: 'show',
    summary: 'a task: what to do, and what the result must be',
    load: async () => (await import('./tasks/show.ts')).showCommand,
  },
  {
    name: 'claim',
    summary: 'take a task on; others leave it to you',
    load: async () => (await import('./tasks/claim.ts')).claimCommand,
  },
  {
    name: 'hand-in',
    summary: 'hand in the result of a task: the answer of the call that waits for it',
    load: async () => (await import('./tasks/hand-in.ts')).handInCommand,
  },
  {
    name: 'decline',
    summary: 'decline a task: the call fails with your reason',
    load: async () => (await import('./tasks/decline.ts')).declineCommand,
  },
  {
    name: 'assign',
    summary: 'give a task to another user, or back to all',
    load: async () => (await import('./tasks/assign.ts')).assignCommand,
  },
]

/** `skillwright tasks …`: what waits for a person, or another agent. */
export function tasksCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
