import { existsSync } from 'node:fs'
import { type Contract, counted, SkillError } from '@skillwright/contract'
import { type ImportedSkill, readSkill, replaceSkill, writeSkill } from '@skillwright/skill'
import type { Command } from 'commander'
import { findingLines } from '../../finding-lines.ts'
import { printChanges } from '../../print-changes.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'
import { changedReach } from './changed-reach.ts'

/** Options of every verb that makes a skill of what others offer. */
export interface ImportFlags {
  readonly out: string
  readonly check?: boolean
  readonly update?: boolean
  readonly json?: boolean
}

type Imported = Omit<ImportedSkill, 'id'>

/** Adds these options. */
export function addImportOptions(command: Command): Command {
  return command
    .option('-o, --out <dir>', 'where to put its folder', '.')
    .option('--check', 'say what changed since it was imported, and write nothing')
    .option('--update', 'put it in the place of the one that was imported before')
    .option('--json', 'print folder, version, findings and changes as JSON')
}

/** The contract of the skill as it was imported before, where one is asked for. Throws DATA_NOT_FOUND when there is none. */
export async function contractBefore(dir: string, { check, update }: ImportFlags): Promise<Contract | undefined> {
  if (!check && !update) return undefined
  const { contract } = existsSync(dir) ? await readSkill(dir) : { contract: undefined }
  if (contract !== undefined) return contract
  throw new SkillError('DATA_NOT_FOUND', `There is no skill in ${dir} that was imported before`, {
    hint: 'Leave out --check and --update the first time',
  })
}

/** Puts an imported skill where it belongs, unless that is only looked into, and says what was done. */
export async function placeImport(
  terminal: Terminal,
  dir: string,
  imported: Imported,
  flags: ImportFlags,
): Promise<void> {
  const moved = flags.check || flags.update ? await changedReach(dir, imported.files) : []
  if (flags.check && imported.comparison?.bump === 'major') terminal.exitCode = 1
  if (!flags.check) {
    refuseBlocked(dir, imported)
    await (flags.update ? replaceSkill(dir, imported.files) : writeSkill(dir, imported.files))
  }
  report(terminal, dir, { ...imported, findings: [...moved, ...imported.findings] }, flags)
}

/** What the scanner refuses in a skill of anyone's is refused here too. */
function refuseBlocked(dir: string, { scan }: Imported): void {
  if (scan.verdict !== 'block') return
  throw new SkillError('PERMISSION_DENIED', `${dir} is not imported: what its words say would harm its user`, {
    findings: scan.findings,
  })
}

function report(
  terminal: Terminal,
  dir: string,
  { files, contract, version, findings, scan, comparison }: Imported,
  { check, json }: ImportFlags,
): void {
  const actions = [...contract.actions.keys()]
  if (json) {
    terminal.print(JSON.stringify({ dir, version, actions, findings, scan, comparison }, null, 2))
    return
  }
  for (const line of findingLines([...findings, ...scan.findings])) terminal.note(line)
  if (comparison !== undefined) {
    terminal.print(`${paint('bold', comparison.bump)}  ${version}`)
    // Which of the actions it is about.
    const named = comparison.changes.map((change) => ({
      ...change,
      path: visibleText(`${change.action ?? ''}${change.path}`),
    }))
    printChanges(terminal, named)
  }
  if (check) return
  terminal.print(
    `${paint('green', 'imported')} ${dir}: ${counted(files.size, 'file')}, ${actions.map(visibleText).join(', ')}`,
  )
  terminal.note(`Next:\n  $ skillwright run ${dir}`)
}
