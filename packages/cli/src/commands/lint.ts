import type { Finding, Severity } from '@skillwright/contract'
import { fixSkill, lintSkill, type Profile } from '@skillwright/skill'
import { Command, Option } from 'commander'
import { count } from '../count.ts'
import { findingLines } from '../finding-lines.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface LintFlags {
  readonly profile: Profile
  readonly fix?: boolean
  readonly failOn: Severity
  readonly json?: boolean
}

const PROFILES = ['standard', 'agentskills', 'clawhub', 'hermes'] as const satisfies readonly Profile[]
const RANK = { info: 0, warning: 1, error: 2 } as const satisfies Record<Severity, number>

/** `lint`: is it a good skill? */
export function lintCommand(terminal: Terminal): Command {
  return new Command('lint')
    .description('judge skill folders by the rules for a good skill')
    .argument('<folders...>', 'skill folders')
    .addOption(new Option('-p, --profile <profile>', 'whose rules').choices(PROFILES).default('standard'))
    .option('--fix', 'repair what is mechanical and write the files back')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on')
        .choices(['info', 'warning', 'error'])
        .default('error'),
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright lint digest
  $ skillwright lint digest --fix
  $ skillwright lint skills/* --profile agentskills --fail-on warning`,
    )
    .action(async (folders: readonly string[], { profile, fix, failOn, json }: LintFlags) => {
      const results: { folder: string; findings: readonly Finding[]; fixed: readonly Finding[] }[] = []
      for (const folder of folders) {
        const fixed = fix ? (await fixSkill(folder, { profile })).fixed : []
        results.push({ folder, findings: await lintSkill(folder, { profile }), fixed })
      }
      const isBad = ({ severity }: Finding) => RANK[severity] >= RANK[failOn]
      if (results.some(({ findings }) => findings.some(isBad))) terminal.exitCode = 1
      if (json) return terminal.print(JSON.stringify(results, null, 2))
      for (const { folder, findings, fixed } of results) {
        for (const { rule, message } of fixed)
          terminal.print(`${paint('green', 'fixed')} ${visibleText(message)}  ${paint('dim', rule)}`)
        for (const line of findingLines(findings, { why: true, paint, folder })) terminal.print(line)
        terminal.print(
          findings.length === 0
            ? `${paint('green', 'ok')} ${folder}: nothing to say`
            : `${folder}: ${summary(findings)}`,
        )
      }
    })
}

function summary(findings: readonly Finding[]): string {
  const of = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return `${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}, ${count(of('info'), 'info')}`
}
