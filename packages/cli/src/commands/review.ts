import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { auditCommand } from './review/audit.ts'
import { approveCommand, rejectCommand } from './review/decide.ts'
import { evidenceCommand } from './review/evidence.ts'
import { appealCommand, reportCommand } from './review/file-report.ts'
import { queueCommand } from './review/queue.ts'
import { reportsCommand } from './review/reports.ts'
import { resolveCommand } from './review/resolve.ts'
import { verifyCommand } from './review/verify.ts'

/** `skillwright review …`: what reviewers do, and how others reach them. */
export function reviewCommand(terminal: Terminal): Command {
  return new Command('review')
    .description('see what waits for review, decide about it, report and appeal')
    .addCommand(queueCommand(terminal))
    .addCommand(approveCommand(terminal))
    .addCommand(rejectCommand(terminal))
    .addCommand(verifyCommand(terminal))
    .addCommand(evidenceCommand(terminal))
    .addCommand(reportCommand(terminal))
    .addCommand(appealCommand(terminal))
    .addCommand(reportsCommand(terminal))
    .addCommand(resolveCommand(terminal))
    .addCommand(auditCommand(terminal))
}
