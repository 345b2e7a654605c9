import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'queue',
    summary: 'what waits for a decision, the oldest first',
    load: async () => (await import('./review/queue.ts')).queueCommand,
  },
  {
    name: 'approve',
    summary: 'release a version if it waits, and sign it off',
    load: async () => (await import('./review/decide.ts')).approveCommand,
  },
  {
    name: 'reject',
    summary: 'quarantine a version: it is no longer available',
    load: async () => (await import('./review/decide.ts')).rejectCommand,
  },
  {
    name: 'verify',
    summary: 'have the hub verify a version again',
    load: async () => (await import('./review/verify.ts')).verifyCommand,
  },
  {
    name: 'evidence',
    summary: 'show what the hub saw when it verified a version: every check, and what failed',
    load: async () => (await import('./review/evidence.ts')).evidenceCommand,
  },
  {
    name: 'report',
    summary: 'tell the reviewers that a skill is wrong',
    load: async () => (await import('./review/file-report.ts')).reportCommand,
  },
  {
    name: 'appeal',
    summary: 'ask for a decision about a skill of yours to be looked at again',
    load: async () => (await import('./review/file-report.ts')).appealCommand,
  },
  {
    name: 'reports',
    summary: 'your reports and appeals; all of them for a reviewer',
    load: async () => (await import('./review/reports.ts')).reportsCommand,
  },
  {
    name: 'resolve',
    summary: 'end a report or appeal',
    load: async () => (await import('./review/resolve.ts')).resolveCommand,
  },
  {
    name: 'audit',
    summary: 'who decided what, the newest first',
    load: async () => (await import('./review/audit.ts')).auditCommand,
  },
]

/** `skillwright review …`: what reviewers do, and how others reach them. */
export function reviewCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS))
}
