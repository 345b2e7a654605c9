import { watch } from 'node:fs'
import { join } from 'node:path'
import type { CaseResult, ProgramReport, TestReport } from '@skillwright/runtime'
import { type Skill, standsAlone } from '@skillwright/skill'
import type { Command } from 'commander'
import { type FoundSkill, findSkills, labelOf, SKILLS_ARGUMENT } from '../find-skill.ts'
import { findingLines } from '../finding-lines.ts'
import {
  addRemoteOptions,
  noSandboxOption,
  type OpenRuntime,
  openRuntime,
  type RuntimeFlags,
  yesOption,
} from '../open-runtime.ts'
import { folderOf } from '../place-folder.ts'
import { readSeconds } from '../read-seconds.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface TestFlags extends RuntimeFlags {
  readonly update?: boolean
  readonly watch?: boolean
  readonly timeout?: number
  readonly json?: boolean
}

/** Nothing failed, and something could not be run: neither yes nor no. */
const NOT_RUN = 3

interface Tested {
  readonly skill: Skill
  readonly path: string
  readonly report: TestReport
  readonly updated: readonly CaseResult[]
  readonly programs: ProgramReport | undefined
}

/** `test`: does a skill answer what its own examples and tests say? */
export function testCommand(command: Command, terminal: Terminal): Command {
  command.argument('<skills...>', SKILLS_ARGUMENT)
  return addRemoteOptions(command)
    .option('-u, --update', 'write what the skill really answers into the cases that expect something else')
    .option('-w, --watch', 'run again whenever a file of the skill changes')
    .option('-t, --timeout <seconds>', 'end each call, and each run of test programs, after this long', readSeconds)
    .option('--json', 'print the results as JSON')
    .addOption(yesOption())
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright test digest
  $ skillwright test skills/* --json
  $ skillwright test digest --watch`,
    )
    .action(async (paths: readonly string[], flags: TestFlags) => {
      using interruption = untilInterrupted()
      const open = await openRuntime(terminal, flags)
      await using _ = open.runtime
      const { signal } = interruption
      // Followed from before the first run: a change while it runs is one too.
      const changes = flags.watch ? await followChanges(paths, signal) : undefined
      await testAll(terminal, paths, flags, { ...open, signal })
      while (await changes?.next()) {
        terminal.exitCode = 0
        terminal.print(paint('dim', '— again —'))
        await testAll(terminal, paths, flags, { ...open, signal })
      }
    })
}

async function testAll(
  terminal: Terminal,
  paths: readonly string[],
  flags: TestFlags,
  { runtime, signal }: OpenRuntime & { signal: AbortSignal },
): Promise<void> {
  const { testPrograms, testSkill, updateCases } = await import('@skillwright/runtime')
  const reports: Tested[] = []
  for (const found of (await Promise.all(paths.map(findSkills))).flat()) {
    const { skill, place } = found
    const limit = flags.timeout === undefined ? {} : { timeoutSeconds: flags.timeout }
    const report = await testSkill(skill, runtime, { signal, ...limit })
    const updated = flags.update ? await updateCases(skill, report) : []
    const programs = await testPrograms(skill, runtime, { signal, ...limit })
    if (report.failed > updated.length || (programs?.failed ?? 0) > 0) terminal.exitCode = 1
    else if (report.notRun + (programs?.notRun.length ?? 0) > 0 || hasNoTest(report, programs))
      terminal.exitCode ||= NOT_RUN
    reports.push({ skill, path: place.path, report, updated, programs })
    if (flags.json) continue
    printReport(terminal, found, report, updated)
    if (programs !== undefined) printPrograms(terminal, labelOf(found), programs)
  }
  if (!flags.json) return
  const shown = reports.map(({ skill, path, report: { results, ...rest }, updated, programs }) => ({
    skill: skill.id,
    path,
    ...rest,
    updated: updated.length,
    programs,
    results: results.map(({ case: { file, name, action }, isRun, problems, diff }) => ({
      file,
      name,
      action,
      isRun,
      problems,
      diff,
    })),
  }))
  terminal.print(JSON.stringify(shown, null, 2))
}

/** Nothing was tried, though something could be: that is no yes. */
function hasNoTest({ passed, failed, skipped }: TestReport, programs: ProgramReport | undefined): boolean {
  return skipped === undefined && passed + failed + (programs?.passed ?? 0) + (programs?.failed ?? 0) === 0
}

function printReport(
  terminal: Terminal,
  found: FoundSkill,
  { results, passed, failed, notRun, skipped, findings }: TestReport,
  updated: readonly CaseResult[],
): void {
  for (const line of findingLines(findings, { paint, folder: folderOf(found.place) })) terminal.print(line)
  const said = new Set<string>()
  for (const result of results) {
    const { case: one, problems, diff } = result
    const isUpdated = updated.includes(result)
    terminal.print(`${markOf(result, isUpdated)} ${visibleText(one.name)}${isUpdated ? paint('dim', '  updated') : ''}`)
    if (isUpdated) continue
    // What this machine lacks is mostly the same for all cases.
    const lines = (result.isRun ? problems : obstaclesOf(result)).filter((line) => result.isRun || !said.has(line))
    for (const line of lines) {
      said.add(line)
      terminal.print(`    ${visibleText(line)}`)
    }
    for (const line of diff) terminal.print(`    ${paintDiff(visibleText(line))}`)
  }
  if (skipped !== undefined) {
    terminal.print(`- ${labelOf(found)}: not run, ${skipped}`)
    return
  }
  if (results.length === 0) {
    terminal.print(`- ${labelOf(found)}: no examples and no cases; add one as prompts/examples/first.json`)
    return
  }
  const wrong = failed - updated.length
  const counts = [
    `${passed} passed`,
    ...(updated.length > 0 ? [`${updated.length} updated`] : []),
    `${wrong} failed`,
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ]
  const outcome = wrong > 0 ? paint('red', 'failed') : notRun > 0 ? paint('yellow', 'not run') : paint('green', 'ok')
  terminal.print(`${outcome} ${labelOf(found)}: ${counts.join(', ')}`)
}

function markOf({ isRun, problems }: CaseResult, isUpdated: boolean): string {
  if (problems.length === 0) return paint('green', '✓')
  if (!isRun) return paint('yellow', '?')
  return isUpdated ? paint('yellow', '↻') : paint('red', '✗')
}

/** Why the host could not run a case. */
function obstaclesOf({ problems, response: { errors = [] } }: CaseResult): string[] {
  return problems.length === 0 ? [] : errors.map(({ code, message }) => `${code}: ${message}`)
}

const MARKS = { passed: '✓', failed: '✗', skipped: '-', 'not-run': '?' } as const
const COLOURS = { passed: 'green', failed: 'red', skipped: 'dim', 'not-run': 'yellow' } as const

function printPrograms(
  terminal: Terminal,
  label: string,
  { framework, tests, passed, failed, notRun }: ProgramReport,
): void {
  for (const { name, outcome, message } of tests) {
    terminal.print(`${paint(COLOURS[outcome], MARKS[outcome])} ${visibleText(name)}`)
    for (const line of message.split('\n')) if (line.trim() !== '') terminal.print(`    ${visibleText(line)}`)
  }
  // What was not run at all is no test of the list.
  if (framework === undefined) {
    for (const why of notRun) terminal.print(`${paint('yellow', '?')} ${visibleText(why)}`)
    terminal.print(`${paint('yellow', 'not run')} ${label}: its test programs`)
    return
  }
  const counts = [`${passed} passed`, `${failed} failed`, ...(notRun.length > 0 ? [`${notRun.length} not run`] : [])]
  const [colour, word] =
    failed > 0
      ? (['red', 'failed'] as const)
      : notRun.length > 0 || passed === 0
        ? (['yellow', 'not run'] as const)
        : (['green', 'ok'] as const)
  terminal.print(`${paint(colour, word)} ${label}, ${visibleText(framework)}: ${counts.join(', ')}`)
}

function paintDiff(line: string): string {
  if (line.startsWith('-')) return paint('red', line)
  return line.startsWith('+') ? paint('green', line) : paint('dim', line)
}

/** What to watch of a skill: its folder, or the script alone where nothing else belongs to it. */
function watchedPath({ skill, place: { dir } }: FoundSkill): string {
  return standsAlone(skill) ? join(dir, skill.entry?.path ?? '') : dir
}

// An editor writes a file in several steps, and one save may touch several files.
const SETTLE_MS = 200

/** Follows the folders of skills until the signal; `next` waits for a burst of changes, and says no after the signal. */
async function followChanges(paths: readonly string[], signal: AbortSignal): Promise<{ next(): Promise<boolean> }> {
  let changed = Promise.withResolvers<void>()
  for (const path of new Set((await Promise.all(paths.map(findSkills))).flat().map(watchedPath)))
    watch(path, { recursive: true, signal }, (_event, file) => {
      if (!/(?:^|[\\/])(?:__pycache__|node_modules|\.git)(?:[\\/]|$)/.test(file ?? '')) changed.resolve()
    }).on('error', (error) => changed.reject(error))
  signal.addEventListener('abort', () => changed.resolve(), { once: true })
  return {
    async next() {
      await changed.promise
      if (signal.aborted) return false
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      changed = Promise.withResolvers()
      return !signal.aborted
    },
  }
}
