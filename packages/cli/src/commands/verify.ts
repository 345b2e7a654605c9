import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { openSigningKey, signStatement } from '@skillwright/skill'
import { Command, InvalidArgumentError } from 'commander'
import { findSkill } from '../find-skill.ts'
import { noSandboxOption, openRuntime, type RuntimeFlags } from '../open-runtime.ts'
import { showProgress } from '../progress.ts'
import { paint, type Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { visibleText } from '../visible-text.ts'

interface VerifyFlags extends RuntimeFlags {
  readonly seed?: number
  readonly runs: number
  readonly sign: boolean
  readonly key: string
  readonly out?: string
  readonly json?: boolean
}

const CHECKS = 6

/** `verify`: does a skill do what it promises, whatever it is given? */
export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('try a skill out with examples and generated inputs, and sign what was seen')
    .argument('<skill>', 'skill folder')
    .option('-s, --seed <number>', 'try the inputs of an earlier verification again', readCount)
    .option('-n, --runs <number>', 'generated inputs of each kind for each action', readCount, 20)
    .option('-o, --out <file>', 'the signed statement to write (default: <skill>.verify.json)')
    .option('-k, --key <name>', 'which of your keys signs it', 'default')
    .option('--no-sign', 'only look, and write nothing')
    .option('--json', 'print the report as JSON')
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright verify digest
  $ skillwright verify digest --seed 1234 --no-sign`,
    )
    .action(async (path: string, flags: VerifyFlags) => {
      const skill = await findSkill(path)
      using interruption = untilInterrupted()
      const { runtime, refused } = await openRuntime(terminal, flags, { observeNetwork: true })
      await using _ = runtime
      let done = 0
      showProgress('check', done, CHECKS)
      const { describeReport, verifySkill, verifyStatement } = await import('@skillwright/runtime')
      const report = await verifySkill(skill, runtime, {
        seed: flags.seed ?? randomInt(2 ** 31),
        runs: flags.runs,
        contained: !flags.unsafeNoSandbox,
        refused,
        signal: interruption.signal,
        onCheck: () => showProgress('check', ++done, CHECKS),
      })
      if (!report.ok) terminal.exitCode = 1
      const file = flags.sign ? (flags.out ?? `${path.replace(/[/\\]+$/, '')}.verify.json`) : undefined
      const key = file === undefined ? undefined : await openSigningKey({ name: flags.key })
      if (file !== undefined && key !== undefined)
        await writeFile(file, `${JSON.stringify(signStatement(verifyStatement(report), key.privateKey), null, 2)}\n`)
      if (flags.json) return terminal.print(JSON.stringify({ ...report, statement: file, keyId: key?.id }, null, 2))
      for (const line of describeReport(report)) terminal.print(paintMark(line.split('\n').map(visibleText).join('\n')))
      if (file !== undefined) terminal.note(`signed ${file} by ${key?.id}`)
    })
}

function paintMark(line: string): string {
  if (line.startsWith('✓') || line.startsWith('verified')) return paint('green', line)
  return line.startsWith('✗') || line.startsWith('not verified') ? paint('red', line) : line
}

function readCount(text: string): number {
  const number = Number(text)
  if (/^\d{1,10}$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('Expected a whole number.')
}
