import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { counted, SkillError } from '@skillwright/contract'
import type { ScanFinding, ScanReport, Verdict } from '@skillwright/skill'
import { scanPlace } from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { findPlaces, SKILLS_ARGUMENT } from '../find-skill.ts'
import { findingLines } from '../finding-lines.ts'
import { folderOf } from '../place-folder.ts'
import { showProgress } from '../progress.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import { reportLabelled } from './scan/report-labelled.ts'

interface ScanFlags {
  readonly failOn: 'block' | 'review'
  readonly report?: string
  readonly json?: boolean
}

const COLOUR = { pass: 'green', review: 'yellow', block: 'red' } as const satisfies Record<Verdict, string>

/** `scan`: is it safe to install? */
export function scanCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('[folders...]', SKILLS_ARGUMENT)
    .option('--report <dir>', 'instead, scan a set of labelled skills and print how often the verdicts are right')
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 1 from this verdict on')
        .choices(['review', 'block'])
        .default('block'),
    )
    .option('--json', 'print the reports as JSON')
    .addHelpText(
      'after',
      `
pass: nothing found that matters. review: read the findings first. block: do not install.

Examples:
  $ skillwright scan digest
  $ skillwright scan skills/* --fail-on review
  $ skillwright scan --report labelled       (labelled/malicious/*, labelled/benign/*; or labels.json, labels.csv)`,
    )
    .action(async (folders: readonly string[], flags: ScanFlags) => {
      if (flags.report !== undefined) return reportLabelled(terminal, flags.report, flags)
      if (folders.length === 0)
        throw new SkillError('INVALID_INPUT', 'Expected the folder of a skill, got none', {
          hint: 'Name it: skillwright scan my-skill',
        })
      // The parsers are optimised when a scan is long, not for the few files of one skill.
      setFlagsFromString('--wasm-tiering-budget=500000000')
      const reports: (ScanReport & { folder: string })[] = []
      const places = (await Promise.all(folders.map(findPlaces))).flat()
      for (const [i, place] of places.entries()) {
        showProgress('scanning', i, places.length)
        reports.push({ folder: folderOf(place), ...(await scanPlace(place)) })
      }
      showProgress('scanning', places.length, places.length)
      // V8's own number again: what was compiled is only kept for processes with the same flags.
      setFlagsFromString('--wasm-tiering-budget=13000000')
      if (reports.some(({ verdict }) => verdict === 'block' || verdict === flags.failOn)) terminal.exitCode = 1
      if (flags.json) return terminal.print(JSON.stringify(reports, null, 2))
      for (const report of reports) printReport(terminal, report)
    })
}

function printReport(terminal: Terminal, report: ScanReport & { folder: string }): void {
  const { folder, verdict, risk, files, findings, complete } = report
  terminal.print(
    `${paint(COLOUR[verdict], verdict)} ${folder}  risk ${risk}, ${counted(files, 'file')}, ${counted(findings.length, 'finding')}`,
  )
  for (const finding of findings) for (const line of findingText(finding, folder)) terminal.print(`  ${line}`)
  if (!complete) terminal.print('  not everything could be read to the end, so a pass is no promise')
}

function findingText(finding: ScanFinding, folder: string): string[] {
  const places = finding.evidence.map(({ file, line, text, layers }) => {
    const hidden = layers.length > 0 ? `  (hidden by ${layers.join(', ')})` : ''
    return `        seen: ${visibleText(`${join(folder, file)}:${line}  ${text}`)}${hidden}`
  })
  const allowed =
    finding.suppressed === undefined ? [] : [`        allowed by its author: ${visibleText(finding.suppressed)}`]
  return [...findingLines([finding], { why: true, paint, folder }), ...new Set(places), ...allowed]
}
