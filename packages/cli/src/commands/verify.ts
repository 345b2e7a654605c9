import type { VerifyReport } from '@skillwright/runtime'
import { openSigningKey, signStatement } from '@skillwright/skill'
import { type Command, InvalidArgumentError } from 'commander'
import { findSkill, NAME_ARGUMENT, skillArgument } from '../find-skill.ts'
import { reportInstalled } from '../install/report-installed.ts'
import { addRemoteOptions, noSandboxOption, openRuntime, type RuntimeFlags, yesOption } from '../open-runtime.ts'
import { showProgress } from '../progress.ts'
import { readCount } from '../read-count.ts'
import { readSeconds } from '../read-seconds.ts'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import { writeOutput } from '../write-output.ts'

interface VerifyFlags extends RuntimeFlags {
  readonly seed?: number
  readonly runs: number
  readonly timeout: number
  readonly sign: boolean
  readonly key: string
  readonly out?: string
  readonly json?: boolean
  readonly user?: boolean
}

const CHECKS = 6
/** What is neither proven nor broken ends with a code of its own, so that a pipeline can tell the two apart. */
const EXIT_CODES = { pass: 0, fail: 1, unavailable: 3 } as const

/** `verify`: does a skill do what it promises, whatever it is given? */
export function verifyCommand(command: Command, terminal: Terminal): Command {
  command
    .addArgument(skillArgument('[skill]', '; without one, what is installed is compared with the lock'))
    .argument('[name]', NAME_ARGUMENT)
  return addRemoteOptions(command)
    .option('-s, --seed <number>', 'try the inputs of an earlier verification again', readSeed)
    .option('-n, --runs <number>', 'generated inputs of each kind for each action', readCount, 20)
    .option('-t, --timeout <seconds>', 'leave unchecked what takes longer than this, all together', readSeconds, 600)
    .option('-o, --out <file>', 'the signed statement to write (default: <skill>.verify.json)')
    .option('-k, --key <name>', 'which of your keys signs it', 'default')
    .option('-u, --user', 'without a skill: what is installed for you in every project')
    .option('--no-sign', 'only look, and write nothing')
    .option('--json', 'print the report as JSON')
    .addOption(yesOption())
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
Exit code 0: proven, or installed as locked. 1: a check failed, or a file is not as it was installed. 3: it could not be checked, and nothing is signed.

Examples:
  $ skillwright verify
  $ skillwright verify digest
  $ skillwright verify agents/dev_efficiency_analyst build_analysis
  $ skillwright verify digest --seed 1234 --no-sign`,
    )
    .action(async (path: string | undefined, name: string | undefined, flags: VerifyFlags) => {
      if (path === undefined) return reportInstalled(terminal, flags)
      const { skill } = await findSkill(path, name)
      using interruption = untilInterrupted()
      const { runtime } = await openRuntime(terminal, flags)
      await using _ = runtime
      let done = 0
      showProgress('check', done, CHECKS)
      const { describeReport, verifySkill } = await import('@skillwright/runtime')
      const report = await verifySkill(skill, runtime, {
        ...(flags.seed === undefined ? {} : { seed: flags.seed }),
        runs: flags.runs,
        deadlineMs: flags.timeout * 1_000,
        signal: interruption.signal,
        onCheck: () => showProgress('check', ++done, CHECKS),
      })
      terminal.exitCode = EXIT_CODES[report.outcome]
      const signed = flags.sign
        ? await sign(report, name === undefined ? path : `${path.replace(/[/\\]+$/, '')}.${name}`, flags)
        : undefined
      if (flags.json)
        return terminal.print(JSON.stringify({ ...report, statement: signed?.file, keyId: signed?.keyId }, null, 2))
      for (const line of describeReport(report)) terminal.print(paintMark(line.split('\n').map(visibleText).join('\n')))
      if (signed !== undefined) terminal.note(`signed ${signed.file} by ${signed.keyId}`)
      else if (flags.sign) terminal.note('nothing was signed: there is nothing to state')
    })
}

/** Writes the signed statement; undefined when nothing was proven. */
async function sign(
  report: VerifyReport,
  path: string,
  { out, key: name }: VerifyFlags,
): Promise<{ file: string; keyId: string } | undefined> {
  if (report.outcome === 'unavailable') return undefined
  const { verifyStatement } = await import('@skillwright/runtime')
  const file = out ?? `${path.replace(/[/\\]+$/, '')}.verify.json`
  const { privateKey, id: keyId } = await openSigningKey({ name })
  await writeOutput(file, `${JSON.stringify(signStatement(verifyStatement(report), privateKey), null, 2)}\n`)
  return { file, keyId }
}

function paintMark(line: string): string {
  if (line.startsWith('✓') || line.startsWith('verified')) return paint('green', line)
  if (line.startsWith('?') || line.startsWith('could not')) return paint('yellow', line)
  return line.startsWith('✗') || line.startsWith('not verified') ? paint('red', line) : line
}

function readSeed(text: string): number {
  const number = Number(text)
  if (/^\d{1,10}$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('Expected a whole number.')
}
