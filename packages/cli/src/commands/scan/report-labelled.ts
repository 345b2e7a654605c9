import { type LabelledReport, type LabelledRow, type Rate, scanLabelled } from '@skillwright/skill'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** Scans a labelled set and reports how often the verdicts are right, so that users can check the scanner. */
export async function reportLabelled(
  terminal: Terminal,
  dir: string,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  const report = await scanLabelled(dir)
  terminal.print(json ? JSON.stringify(report, null, 2) : reportText(report))
}

function reportText({ block, review, milliseconds: { p50, p95, max }, errors, rows }: LabelledReport): string {
  const times = [p50, p95, max].map((time) => time.toFixed(1))
  return [
    row('', 'block', 'block or review'),
    row('recall', share(block.recall), share(review.recall)),
    row('false alarms', share(block.falseAlarms), share(review.falseAlarms)),
    `milliseconds  p50 ${times[0]}, p95 ${times[1]}, max ${times[2]}`,
    `errors        ${errors}`,
    ...rows.filter((one) => one.isMalicious && one.verdict !== 'block').map((one) => wrong('missed', one)),
    ...rows.filter((one) => !one.isMalicious && one.verdict !== 'pass').map((one) => wrong('alarmed', one)),
  ].join('\n')
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(14)}${cells.map((cell) => cell.padEnd(36)).join('')}`.trimEnd()
}

/** With 95 % certainty the true share lies between the bounds. */
function share({ hits, total, rate, low, high }: Rate): string {
  const percent = (part: number) => (part * 100).toFixed(1)
  return `${hits} of ${total}  ${percent(rate)} % (${percent(low)} to ${percent(high)})`
}

function wrong(what: string, { path, verdict, rules }: LabelledRow): string {
  return `${what.padEnd(14)}${visibleText(path)}: ${[verdict ?? 'the scan failed', ...rules].join(', ')}`
}
