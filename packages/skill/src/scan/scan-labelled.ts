import { loadParser } from './code/syntax.ts'
import { readLabels } from './read-labels.ts'
import type { Risk, Verdict } from './scan-report.ts'
import { scanSkill } from './scan-skill.ts'
import { type Rate, wilsonInterval } from './wilson-interval.ts'

/** What became of one skill of the set. */
export interface LabelledRow {
  readonly path: string
  readonly isMalicious: boolean
  /** Undefined when the scan failed: counted as a miss, whatever the label. */
  readonly verdict: Verdict | undefined
  readonly risk: Risk | undefined
  readonly rules: readonly string[]
  readonly complete: boolean
  readonly milliseconds: number
}

/** How good the verdicts are at one level. */
interface LevelReport {
  /** Share of malicious skills caught. */
  readonly recall: Rate
  /** Share of benign skills alarmed on. */
  readonly falseAlarms: Rate
}

/** How the scanner does on a labelled set. */
export interface LabelledReport {
  readonly block: LevelReport
  /** Blocked or sent to review. */
  readonly review: LevelReport
  readonly milliseconds: { readonly p50: number; readonly p95: number; readonly max: number }
  readonly errors: number
  readonly rows: readonly LabelledRow[]
}

/** Scans every skill of a labelled folder and says how many were judged right, with 95 % intervals and times. */
export async function scanLabelled(
  dir: string,
  { now = () => performance.now() }: { now?: () => number } = {},
): Promise<LabelledReport> {
  const skills = await readLabels(dir)
  // Loading the grammars happens once in a process and is no skill's fault.
  await loadParser()
  const rows: LabelledRow[] = []
  for (const { path, dir: folder, isMalicious } of skills) {
    const started = now()
    const report = await scanSkill(folder).catch(() => undefined)
    rows.push({
      path,
      isMalicious,
      verdict: report?.verdict,
      risk: report?.risk,
      rules: [...new Set(report?.findings.map((finding) => finding.rule))],
      complete: report?.complete ?? false,
      milliseconds: now() - started,
    })
  }
  const times = rows.map((row) => row.milliseconds).toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    block: level(rows, ['block']),
    review: level(rows, ['block', 'review']),
    milliseconds: { p50: at(0.5), p95: at(0.95), max: times.at(-1) ?? 0 },
    errors: rows.filter((row) => row.verdict === undefined).length,
    rows,
  }
}

function level(rows: readonly LabelledRow[], verdicts: readonly Verdict[]): LevelReport {
  const malicious = rows.filter((row) => row.isMalicious)
  const benign = rows.filter((row) => !row.isMalicious)
  const isAlarm = (row: LabelledRow): boolean => row.verdict !== undefined && verdicts.includes(row.verdict)
  return {
    recall: wilsonInterval(malicious.filter(isAlarm).length, malicious.length),
    // A scan that fails on a benign skill stops its author as surely as an alarm does.
    falseAlarms: wilsonInterval(
      benign.filter((row) => isAlarm(row) || row.verdict === undefined).length,
      benign.length,
    ),
  }
}
