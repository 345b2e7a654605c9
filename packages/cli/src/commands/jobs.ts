import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'your schedules, and when each comes next',
    load: async () => (await import('./jobs/list.ts')).listCommand,
  },
  {
    name: 'add',
    summary: 'have a skill of the hub called again and again',
    load: async () => (await import('./jobs/add.ts')).addCommand,
  },
  {
    name: 'show',
    summary: 'a schedule, with its next times and what became of the last ones',
    load: async () => (await import('./jobs/show.ts')).showCommand,
  },
  {
    name: 'run',
    summary: 'run a schedule now, beside its times, and wait for the answer',
    load: async () => (await import('./jobs/run.ts')).runCommand,
  },
  {
    name: 'pause',
    summary: 'leave out the times that come',
    load: async () => (await import('./jobs/pause.ts')).pauseCommand,
  },
  {
    name: 'resume',
    summary: 'let a paused schedule run at its times again',
    load: async () => (await import('./jobs/pause.ts')).resumeCommand,
  },
  {
    name: 'remove',
    summary: 'delete a schedule; runs that it made go on',
    load: async () => (await import('./jobs/remove.ts')).removeCommand,
  },
  {
    name: 'history',
    summary: 'what became of the times of a schedule, the newest first',
    load: async () => (await import('./jobs/history.ts')).historyCommand,
  },
  {
    name: 'dead',
    summary: 'runs that failed for good and wait to be dealt with',
    load: async () => (await import('./jobs/dead.ts')).deadCommand,
  },
  {
    name: 'requeue',
    summary: 'try runs again that failed for good',
    load: async () => (await import('./jobs/requeue.ts')).requeueCommand,
  },
  {
    name: 'discard',
    summary: 'take runs off the list of those that failed for good',
    load: async () => (await import('./jobs/discard.ts')).discardCommand,
  },
]

/** `skillwright jobs …`: what a hub runs later and again on behalf of the signed-in user. */
export function jobsCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
