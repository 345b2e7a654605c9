import type { Finding, Severity } from '@skillwright/contract'
import { fixSkill, lintPlace, type Profile, type SkillPlace } from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { findPlaces, SKILLS_ARGUMENT } from '../find-skill.ts'
import { findingLines } from '../finding-lines.ts'
import { folderOf } from '../place-folder.ts'
import { severitySummary } from '../severity-summary.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface LintFlags {
  readonly profile?: Profile
  readonly fix?: boolean
  readonly failOn: Severity
  readonly json?: boolean
}

const PROFILES = ['standard', 'agentskills', 'clawhub', 'hermes'] as const satisfies readonly Profile[]
const RANK = { info: 0, warning: 1, error: 2 } as const satisfies Record<Severity, number>

/** `lint`: is it a good skill? */
export function lintCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<folders...>', SKILLS_ARGUMENT)
    .addOption(new Option('-p, --profile <profile>', "whose rules (default: the dialect's own)").choices(PROFILES))
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
  $ skillwright lint agents/dev_efficiency_analyst
  $ skillwright lint skills/* --profile agentskills --fail-on warning`,
    )
    .action(async (folders: readonly string[], { profile, fix, failOn, json }: LintFlags) => {
      const results: { folder: string; files: string; findings: readonly Finding[]; fixed: readonly Finding[] }[] = []
      for (const place of (await Promise.all(folders.map(findPlaces))).flat()) {
        const fixed = fix ? await fixPlace(place, profile) : []
        results.push({
          folder: place.path,
          files: folderOf(place),
          findings: await lintPlace(place, { profile }),
          fixed,
        })
      }
      const isBad = ({ severity }: Finding) => RANK[severity] >= RANK[failOn]
      if (results.some(({ findings }) => findings.some(isBad))) terminal.exitCode = 1
      if (json)
        return terminal.print(
          JSON.stringify(
            results.map(({ files: _, ...result }) => result),
            null,
            2,
          ),
        )
      for (const { folder, files, findings, fixed } of results) {
        for (const { rule, message } of fixed)
          terminal.print(`${paint('green', 'fixed')} ${visibleText(message)}  ${paint('dim', rule)}`)
        for (const line of findingLines(findings, { why: true, paint, folder: files })) terminal.print(line)
        terminal.print(
          findings.length === 0
            ? `${paint('green', 'ok')} ${folder}: nothing to say`
            : `${folder}: ${severitySummary(findings)}`,
        )
      }
    })
}

/** Scripts have nothing mechanical to repair. */
async function fixPlace({ skills }: SkillPlace, profile: Profile | undefined): Promise<readonly Finding[]> {
  const folders = skills.filter(({ dialect }) => dialect !== 'script')
  return (await Promise.all(folders.map((skill) => fixSkill(skill, { profile })))).flatMap(({ fixed }) => fixed)
}
