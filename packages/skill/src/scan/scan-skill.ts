import { readFiles } from '../read-files.ts'
import { at, type Evidence } from './evidence.ts'
import type { RuleId } from './rules.ts'
import { scanFiles } from './scan-files.ts'
import type { ScanReport } from './scan-report.ts'

const RULE_OF: Readonly<Record<string, RuleId>> = {
  'skill/link': 'scan/link-out',
  'skill/unreadable': 'scan/unreadable',
  'skill/special-file': 'scan/unreadable',
}

/** Scans a skill folder. Links are findings and are never followed. */
export async function scanSkill(dir: string): Promise<ScanReport> {
  const { files, findings, skipped } = await readFiles(dir)
  const evidence = findings.map(
    (finding): Evidence =>
      at(
        RULE_OF[finding.rule] ?? 'scan/not-fully-scanned',
        { file: finding.file ?? '.', line: 1, layers: [] },
        finding.message.slice((finding.file ?? '').length + 1),
      ),
  )
  // Not packed, but a folder that is used as it lies here runs what is in them.
  const installed = skipped
    .filter((path) => /(?:^|\/)(?:node_modules|\.?venv)$/.test(path))
    .map((path) =>
      at('scan/not-fully-scanned', { file: path, line: 1, layers: [] }, 'holds installed packages that were not read'),
    )
  return scanFiles(files, { evidence: [...evidence, ...installed] })
}
