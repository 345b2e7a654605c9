import { fixContract, lintContract, type Severity } from '@skillwright/contract'
import { type Command, Option } from 'commander'
import { findingLines } from '../../finding-lines.ts'
import { contractFile, readContractDocument, readDocument } from '../../read-document.ts'
import { severitySummary } from '../../severity-summary.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { writeOutput } from '../../write-output.ts'

interface LintFlags {
  readonly fix?: boolean
  readonly failOn: Severity
  readonly json?: boolean
}

const RANK = { info: 0, warning: 1, error: 2 } as const satisfies Record<Severity, number>

/** `contract lint`: does the contract follow the design principles? */
export function lintCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .option('--fix', 'repair what is mechanical and write the file back (stdin: print it)')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on')
        .choices(['info', 'warning', 'error'])
        .default('error'),
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright contract lint skills/daily-news-digest\n  $ skillwright contract lint contract.json --fix',
    )
    .action(async (path: string, flags: LintFlags) => {
      const file = await contractFile(path)
      let document = await (flags.fix ? readDocument(terminal, file) : readContractDocument(terminal, path))
      if (flags.fix) {
        const { document: better, fixed } = fixContract(document)
        document = better
        const text = JSON.stringify(better, null, 2)
        if (file === '-') terminal.print(text)
        else if (fixed.length > 0) await writeOutput(file, `${text}\n`)
        for (const { rule, pointer } of fixed) terminal.note(`${paint('green', 'fixed')} ${pointer ?? ''} ${rule}`)
      }
      const findings = lintContract(document)
      if (findings.some(({ severity }) => RANK[severity] >= RANK[flags.failOn])) terminal.exitCode = 1
      if (flags.json) return terminal.print(JSON.stringify(findings, null, 2))
      for (const line of findingLines(findings, { why: true })) terminal.note(line)
      terminal.note(findings.length === 0 ? `${paint('green', 'ok')} nothing to say` : severitySummary(findings))
    })
}
